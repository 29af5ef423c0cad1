import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '#member/core/client.ts'
import { textOfError, useText } from '#member/core/locale.ts'
import { underKey } from '#member/core/pending-key.ts'
import { readAgain } from '#member/core/query.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Button } from '#member/ui/button.tsx'
import { Signature } from '#member/ui/signature.tsx'
import { Notice } from '#member/ui/states.tsx'
import { Strokes } from '#shared/features/agreements/own-agreement.schema.ts'

/** Shows the safety agreement for signing, before a sign-up that requires it. */
export function EventAgreement() {
  const { t, locale } = useText()
  const [strokes, setStrokes] = useState('')
  const agreement = useQuery({
    queryKey: ['eventAgreement', locale],
    queryFn: async () => (await client.memberEvents.agreement()).result,
  })
  const sign = useMutation({
    mutationFn: async (agreementId: string) => {
      const body = { agreementId, strokes }
      return underKey('agreement', body, (key) => client.memberEvents.sign({ body, key }))
    },
    onSettled: readAgain,
  })
  return (
    <Answered query={agreement}>
      {({ text, needsGuardian }) =>
        text === null ? null : (
          <section className="m-card m-stack">
            <h2 className="m-title">{text.title}</h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
            <article className="m-agreement" tabIndex={0}>
              {text.content}
            </article>
            {needsGuardian ? (
              <Notice tone="warn" text={t('memberEvents.minor')} />
            ) : (
              <>
                <p className="m-hint">{t('memberEvents.signHint')}</p>
                <Signature strokes={strokes} label={t('memberEvents.signHere')} onChange={setStrokes} />
                {sign.error ? <Notice tone="error" text={textOfError(t, sign.error)} /> : null}
                <div className="m-actions">
                  <Button
                    isBusy={sign.isPending}
                    isDisabled={!Strokes.safeParse(strokes).success}
                    onPress={() => sign.mutate(text.id)}
                  >
                    {t('memberEvents.agree')}
                  </Button>
                  <Button kind="plain" isDisabled={strokes === ''} onPress={() => setStrokes('')}>
                    {t('memberEvents.drawAgain')}
                  </Button>
                </div>
              </>
            )}
          </section>
        )
      }
    </Answered>
  )
}
