import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { textOfError, useText } from '#member/core/locale.ts'
import { readAgain } from '#member/core/query.ts'
import { Notice } from '#member/ui/states.tsx'

/** A change of the own data; a second press is the same change. Afterwards everything shown of the member is read again. */
export function useOwnAct<Given = void>(
  act: (given: Given) => Promise<unknown>,
  done?: (given: Given) => void,
): UseMutationResult<unknown, Error, Given> {
  const running = useRef<Promise<unknown> | null>(null)
  return useMutation({
    mutationFn: (given: Given) => {
      running.current ??= act(given).finally(() => {
        running.current = null
      })
      return running.current
    },
    onSuccess: (_, given) => {
      done?.(given)
      void readAgain()
    },
  })
}

/** Why a change was refused, or that it was made. */
export function ActNotice({ act: { error, isSuccess } }: { act: Pick<UseMutationResult, 'error' | 'isSuccess'> }) {
  const { t } = useText()
  if (error) return <Notice tone="error" text={textOfError(t, error)} />
  return isSuccess ? <Notice tone="good" text={t('memberOwn.saved')} /> : null
}
