import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOfError } from '#renderer/core/locale.ts'
import { SignaturePad } from '#renderer/features/agreements/index.ts'
import { newId } from '#shared/core/id.ts'
import { Strokes } from '#shared/features/agreements/own-agreement.schema.ts'
import { isUnanswered, type Step } from './kiosk.calc.ts'
import type { KioskCalls } from './kiosk-calls.ts'
import type { Words } from './kiosk-frame.tsx'

interface KioskAgreeProps {
  calls: KioskCalls
  words: Words
  step: Extract<Step, { at: 'agree' }>
  go(step: Step): void
}

/** Shows the safety agreement for signing, before a ride or an event that requires it. */
export function KioskAgree({ calls, words: { t, locale }, step, go }: KioskAgreeProps) {
  const { key } = step
  const { visit } = step.member
  const [strokes, setStrokes] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const agreement = useQuery({
    queryKey: ['kioskAgreement', visit, locale],
    queryFn: async () => (await calls.agreement({ body: { visit } })).result,
    gcTime: 0,
    retry: false,
  })
  const sign = async (agreementId: string) => {
    setBusy(true)
    setFailure(null)
    try {
      await calls.sign({ body: { visit, agreementId, strokes }, key })
      go(step.next)
    } catch (error) {
      setFailure(error)
      setBusy(false)
      // A lost response is retried with the same key; after a refusal the signature gets a new one.
      if (!isUnanswered(error)) {
        setStrokes('')
        go({ ...step, key: newId() })
        void agreement.refetch()
      }
    }
  }
  const text = agreement.data?.text
  const problem = failure ?? agreement.error
  return (
    <section className="pl-kiosk-agree">
      <h1>{text?.title ?? t('agreement.title')}</h1>
      {agreement.data?.needsGuardian ? <p className="pl-kiosk-refusal">{t('error.agreements.minorAlone')}</p> : null}
      {text ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <article tabIndex={0}>{text.content}</article>
      ) : null}
      {problem ? (
        <p role="alert" className="pl-kiosk-refusal">
          {textOfError(t, problem)}
        </p>
      ) : null}
      {text && !agreement.data?.needsGuardian ? (
        <>
          <p>{t('kiosk.minorsAtCounter')}</p>
          <SignaturePad strokes={strokes} t={t} onChange={setStrokes} />
        </>
      ) : null}
      <div className="pl-kiosk-buttons">
        <button type="button" onClick={() => go(step.back)}>
          {t('kiosk.back')}
        </button>
        {text && !agreement.data?.needsGuardian ? (
          <button
            type="button"
            className="pl-kiosk-main"
            disabled={isBusy || !Strokes.safeParse(strokes).success}
            onClick={() => void sign(text.id)}
          >
            {t('kiosk.agree')}
          </button>
        ) : null}
      </div>
    </section>
  )
}
