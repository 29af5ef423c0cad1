import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '#member/core/client.ts'
import { textOfError, useText } from '#member/core/locale.ts'
import { underKey } from '#member/core/pending-key.ts'
import { Button } from '#member/ui/button.tsx'
import { Field } from '#member/ui/field.tsx'
import { Notice } from '#member/ui/states.tsx'

/** Binds the new member to the promoter whose code the address has. */
export function InvitedPage({ rest }: { rest: string }) {
  const { t } = useText()
  const [code, setCode] = useState(rest)
  const bind = useMutation({
    mutationFn: () => {
      const body = { code: code.trim() }
      return underKey(
        'invited',
        body,
        async (key) => (await client.memberPromoter.bind({ body, key })).result.promoterName,
      )
    },
  })
  if (bind.data !== undefined) return <Notice tone="good" text={t('memberVoice.invitedBy', { name: bind.data })} />
  return (
    <form
      className="m-card m-actions"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '') bind.mutate()
      }}
    >
      <p className="m-hint">{t('memberVoice.invitedHint')}</p>
      <Field label={t('memberVoice.code')} value={code} maxLength={32} onChange={setCode} />
      {bind.error ? <Notice tone="error" text={textOfError(t, bind.error)} /> : null}
      <Button type="submit" isBusy={bind.isPending} isDisabled={code.trim() === ''}>
        {t('memberVoice.bind')}
      </Button>
    </form>
  )
}
