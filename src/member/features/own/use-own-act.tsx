import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { textOfError, useText } from '#member/core/locale.ts'
import { Notice } from '#member/ui/states.tsx'

/** A change of the own data; afterwards everything shown of the member is read again. */
export function useOwnAct(act: () => Promise<unknown>): UseMutationResult<unknown, Error, void> {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'page' }),
  })
}

/** Why a change was refused, or that it was made. */
export function ActNotice({ act: { error, isSuccess } }: { act: Pick<UseMutationResult, 'error' | 'isSuccess'> }) {
  const { t } = useText()
  if (error) return <Notice tone="error" text={textOfError(t, error)} />
  return isSuccess ? <Notice tone="good" text={t('memberOwn.saved')} /> : null
}
