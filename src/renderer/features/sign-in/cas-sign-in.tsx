import { Alert, Button, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { casService, dropTicket, takeWanted } from './cas.ts'

interface CasSignInProps {
  signIn(service: string): Promise<unknown>
  onSubmitted(): void
  onBack(): void
}

/** Signs in with the ticket after the return from the CAS server (spec §7 Auth). */
export function CasSignIn({ signIn, onSubmitted, onBack }: CasSignInProps) {
  const { t } = useText()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a ticket is valid once
  useEffect(() => {
    dropTicket()
    const wanted = takeWanted()
    if (wanted) void navigate(`/user/login${wanted}`, { replace: true })
    onSubmitted()
    signIn(casService()).catch(setFailure)
  }, [])

  return (
    <section aria-labelledby="cas-title">
      <h1 id="cas-title">{t('login.bySso')}</h1>
      {failure ? (
        <>
          <Alert type="error" showIcon title={textOfError(t, failure)} style={{ marginBottom: 16 }} />
          <Button block size="large" onClick={onBack}>
            {t('login.byPassword')}
          </Button>
        </>
      ) : (
        <p role="status">
          <Spin size="small" /> {t('login.ssoBusy')}
        </p>
      )}
    </section>
  )
}
