import { Alert, Button, Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import type { CurrentAgreement, SignatureMethod } from '#shared/features/agreements/agreements.contract.ts'
import { Strokes } from '#shared/features/agreements/own-agreement.schema.ts'
import { SignaturePad } from './signature-pad.tsx'
import './agreement-dialog.css'

const guardianFields = ['guardianName', 'guardianRelation', 'guardianPhone'] as const
const SIGNING = 'agreement-signing'
type Guardian = Record<(typeof guardianFields)[number], string>

/** A signature; the strokes are empty on paper. */
export interface Consent extends Partial<Guardian> {
  agreementId: string
  minor: boolean
  strokes: string
}

interface SigningFormProps {
  current: CurrentAgreement
  text: NonNullable<CurrentAgreement['text']>
  okText: string
  allowsPaper?: boolean
  /** What it throws is shown in the form. */
  onSign(consent: Consent, method: SignatureMethod): Promise<void> | void
  onClose(): void
}

/** A text with the fields of its signature: whether the guest is a minor, the guardian, and the drawn line. */
export function SigningForm({ current, text, okText, allowsPaper = false, onSign, onClose }: SigningFormProps) {
  const { t } = useText()
  const isKnownMinor = current.member?.minor ?? false
  const [strokes, setStrokes] = useState('')
  const [isMinor, setMinor] = useState(isKnownMinor)
  const [guardian, setGuardian] = useState<Guardian>({ guardianName: '', guardianRelation: '', guardianPhone: '' })
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  // Not on the close button, which Enter would press.
  useFocusOnOpen(() => document.getElementById(SIGNING)?.querySelector<HTMLElement>('input:not(:disabled)'))
  const [isUnsigned, setUnsigned] = useState(false)
  const draw = (path: string) => {
    setStrokes(path)
    setUnsigned(false)
    setFailure(null)
  }
  const save = async (method: SignatureMethod = 'drawn') => {
    if (isBusy) return
    if (method === 'drawn' && !Strokes.safeParse(strokes).success) return setUnsigned(true)
    setBusy(true)
    setFailure(null)
    try {
      const signed = { agreementId: text.id, minor: isMinor, ...(isMinor ? guardian : {}) }
      await onSign({ ...signed, strokes: method === 'drawn' ? strokes : '' }, method)
    } catch (error) {
      playSound('error')
      setFailure(error)
    }
    setBusy(false)
  }
  return (
    <Form id={SIGNING} layout="vertical" className="pl-signing" onFinish={() => void save()}>
      <article>
        <h3>{text.title}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <div tabIndex={0} role="document">
          {text.content}
        </div>
      </article>
      <Checkbox checked={isMinor} disabled={isKnownMinor} onChange={({ target }) => setMinor(target.checked)}>
        {t('agreement.minor')}
      </Checkbox>
      {isMinor && current.guardian === 'YES' ? (
        <div className="pl-signing-guardian">
          {guardianFields.map((name) => (
            <Form.Item key={name} label={t(`agreement.${name}`)} htmlFor={name} required>
              <Input
                id={name}
                autoComplete="off"
                maxLength={name === 'guardianName' ? 60 : 20}
                value={guardian[name]}
                onChange={({ target }) => setGuardian((old) => ({ ...old, [name]: target.value }))}
              />
            </Form.Item>
          ))}
        </div>
      ) : null}
      <SignaturePad strokes={strokes} onChange={draw} />
      {isUnsigned ? <Alert type="warning" showIcon title={t('agreement.signFirst')} /> : null}
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <footer className="pl-dialog-foot">
        <Button onClick={onClose}>
          <kbd>Esc</kbd> {t('action.cancel')}
        </Button>
        {allowsPaper ? (
          <Button loading={isBusy} onClick={() => void save('paper')}>
            {t('agreement.onPaper')}
          </Button>
        ) : null}
        <Button type="primary" htmlType="submit" loading={isBusy}>
          <kbd>Enter</kbd> {okText}
        </Button>
      </footer>
    </Form>
  )
}
