import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '#member/core/client.ts'
import { textOfError, useText } from '#member/core/locale.ts'
import { currentToken, signedIn, useSession } from '#member/core/session.ts'
import { bindWechat, isInWechat, leaveForWechat, signInByWechat } from '#member/core/wechat.ts'
import { Button } from '#member/ui/button.tsx'
import { Field } from '#member/ui/field.tsx'
import { Notice } from '#member/ui/states.tsx'
import { AppError } from '#shared/core/errors.ts'

/** Seconds until another code can be asked for; one that was sent stays valid for longer. */
const PAUSE = 60

/** Sign-in by phone and code. The answer to a request for a code does not say whether the phone is known. */
export function SignIn({ storeName }: { storeName: string }) {
  const { t } = useText()
  const { store, isEnded } = useSession()
  const [mobile, setMobile] = useState('')
  const [captcha, setCaptcha] = useState('')
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])

  const byWechat = useMutation({
    mutationFn: () => signInByWechat(store),
    onSuccess: (answer) => {
      // A member who has signed in by phone meanwhile stays signed in.
      if (currentToken() !== null) {
        if (answer?.proof) void bindWechat(answer.proof)
      } else if (answer?.token) signedIn(answer.token, answer.memberId)
    },
  })
  const proof = byWechat.data?.proof ?? ''
  const { mutate: enterByWechat } = byWechat
  useEffect(() => enterByWechat(), [enterByWechat])
  const leave = useMutation({ mutationFn: () => leaveForWechat(store) })

  const code = useMutation({
    mutationFn: async () => (await client.memberPage.code({ body: { store, mobile } })).result,
    onSuccess: ({ demoCode }) => {
      setSeconds(PAUSE)
      if (demoCode !== '') setCaptcha(demoCode)
    },
  })
  const signIn = useMutation({
    mutationFn: async () => (await client.memberPage.signIn({ body: { store, mobile, captcha } })).result,
    onSuccess: ({ token, member }) => {
      signedIn(token, member.id)
      if (proof !== '') void bindWechat(proof)
    },
  })
  const failed = signIn.error ?? code.error ?? byWechat.error ?? leave.error
  const fieldOf = (name: string) =>
    failed instanceof AppError && failed.details.field === name ? textOfError(t, failed) : ''
  const isPhone = /^\+?[\d\s()-]{5,24}$/.test(mobile)

  return (
    <form
      className="m-sign-in"
      onSubmit={(event) => {
        event.preventDefault()
        signIn.mutate()
      }}
    >
      <h2 className="m-title">{t('memberPage.welcome', { store: storeName })}</h2>
      <p className="m-hint">{t('memberPage.signInHint')}</p>
      {isEnded ? <Notice tone="warn" text={t('memberPage.ended')} /> : null}
      {proof !== '' ? <Notice tone="info" text={t('memberPage.wechatBinds')} /> : null}
      {leave.data === false ? <Notice tone="warn" text={t('memberPage.wechatOff')} /> : null}
      <Field
        label={t('memberPage.mobile')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        name="mobile"
        maxLength={24}
        value={mobile}
        onChange={setMobile}
        error={fieldOf('mobile')}
      />
      <Field
        label={t('memberPage.captcha')}
        inputMode="numeric"
        autoComplete="one-time-code"
        name="captcha"
        maxLength={6}
        value={captcha}
        onChange={setCaptcha}
        error={fieldOf('captcha')}
        after={
          <Button
            kind="plain"
            isBusy={code.isPending}
            isDisabled={!isPhone || seconds > 0}
            onPress={() => {
              signIn.reset()
              code.mutate()
            }}
          >
            {seconds > 0 ? t('memberPage.sentWait', { seconds }) : t('memberPage.sendCode')}
          </Button>
        }
      />
      {code.isSuccess ? (
        <Notice
          tone="info"
          text={
            code.data.demoCode === ''
              ? t('memberPage.codeSent')
              : t('memberPage.demoCode', { code: code.data.demoCode })
          }
        />
      ) : null}
      {failed && fieldOf('mobile') === '' && fieldOf('captcha') === '' ? (
        <Notice tone="error" text={textOfError(t, failed)} />
      ) : null}
      <Button type="submit" isBusy={signIn.isPending} isDisabled={!isPhone || captcha.length !== 6}>
        {t('memberPage.signIn')}
      </Button>
      {isInWechat() && proof === '' ? (
        <Button kind="plain" isBusy={leave.isPending || byWechat.isPending} onPress={() => leave.mutate()}>
          {t('memberPage.wechat')}
        </Button>
      ) : null}
    </form>
  )
}
