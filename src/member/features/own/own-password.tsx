import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '#member/core/client.ts'
import { textOfError, useText } from '#member/core/locale.ts'
import { Button } from '#member/ui/button.tsx'
import { Field } from '#member/ui/field.tsx'
import { Notice } from '#member/ui/states.tsx'
import { ActNotice, useOwnAct } from './use-own-act.tsx'

/** Sets or removes the consumption password, by a code sent to the own phone. */
export function OwnPassword({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useText()
  const [captcha, setCaptcha] = useState('')
  const [password, setPassword] = useState('')
  const code = useMutation({
    mutationFn: async () => (await client.memberOwn.passwordCode()).result,
    onSuccess: ({ demoCode }) => {
      if (demoCode !== '') setCaptcha(demoCode)
    },
  })
  const set = useOwnAct(() => client.memberOwn.setPassword({ body: { captcha, password } }))
  return (
    <form
      className="m-stack"
      onSubmit={(event) => {
        event.preventDefault()
        set.mutate()
      }}
    >
      <h2 className="m-title">{t('memberOwn.passwordTitle')}</h2>
      <p className="m-hint">{t(hasPassword ? 'memberOwn.hasPassword' : 'memberOwn.hasNoPassword')}</p>
      {code.isSuccess || captcha !== '' ? (
        <>
          <Field
            label={t('memberPage.captcha')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={captcha}
            onChange={setCaptcha}
          />
          <Field
            label={t('memberOwn.password')}
            hint={t('memberOwn.passwordHint')}
            type="password"
            inputMode="numeric"
            autoComplete="new-password"
            maxLength={6}
            value={password}
            onChange={setPassword}
          />
          <ActNotice act={set} />
          <Button type="submit" isBusy={set.isPending} isDisabled={captcha.length !== 6}>
            {t('memberOwn.save')}
          </Button>
        </>
      ) : (
        <>
          {code.error ? <Notice tone="error" text={textOfError(t, code.error)} /> : null}
          <Button kind="plain" isBusy={code.isPending} onPress={() => code.mutate()}>
            {t('memberOwn.sendCode')}
          </Button>
        </>
      )}
    </form>
  )
}
