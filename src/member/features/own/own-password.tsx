import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '#member/core/client.ts'
import { textOfError, useText } from '#member/core/locale.ts'
import { Button } from '#member/ui/button.tsx'
import { Field } from '#member/ui/field.tsx'
import { Notice } from '#member/ui/states.tsx'
import { AppError } from '#shared/core/errors.ts'
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
  const { reset } = code
  const set = useOwnAct(
    () => client.memberOwn.setPassword({ body: { captcha, password } }),
    () => {
      setCaptcha('')
      setPassword('')
      reset()
    },
  )
  // A code that was sent before a reload of the page is valid still.
  const hasCode = code.isSuccess || (code.error instanceof AppError && code.error.code === 'account.smsStillValid')
  const isComplete = captcha.length === 6 && (password === '' ? hasPassword : password.length >= 4)
  const fieldOf = (name: string) =>
    set.error instanceof AppError && set.error.details.field === name ? textOfError(t, set.error) : ''
  return (
    <form
      className="m-stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) set.mutate()
      }}
    >
      <h2 className="m-title">{t('memberOwn.passwordTitle')}</h2>
      <p className="m-hint">{t(hasPassword ? 'memberOwn.hasPassword' : 'memberOwn.hasNoPassword')}</p>
      {hasCode ? (
        <>
          <Field
            label={t('memberPage.captcha')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={captcha}
            onChange={setCaptcha}
            error={fieldOf('captcha')}
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
            error={fieldOf('password')}
          />
        </>
      ) : null}
      {code.error ? <Notice tone={hasCode ? 'info' : 'error'} text={textOfError(t, code.error)} /> : null}
      {fieldOf('captcha') === '' && fieldOf('password') === '' ? <ActNotice act={set} /> : null}
      {hasCode ? (
        <Button type="submit" isBusy={set.isPending} isDisabled={!isComplete}>
          {t(password === '' && hasPassword ? 'memberOwn.removePassword' : 'memberOwn.save')}
        </Button>
      ) : null}
      <Button
        kind="plain"
        isBusy={code.isPending}
        isDisabled={set.isPending}
        onPress={() => {
          set.reset()
          code.mutate()
        }}
      >
        {t(hasCode ? 'memberOwn.sendAgain' : 'memberOwn.sendCode')}
      </Button>
    </form>
  )
}
