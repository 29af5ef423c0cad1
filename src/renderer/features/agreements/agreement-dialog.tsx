import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import type {
  AgreementSignature,
  CurrentAgreement,
  SignatureMethod,
} from '#shared/features/agreements/agreements.contract.ts'
import { SignaturePad } from './signature-pad.tsx'
import { type Consent, SigningForm } from './signing-form.tsx'
import './agreement-dialog.css'

interface AgreementDialogProps {
  userId: string
  onSigned(): void
  onClose(): void
}

/** Shows the safety agreement to a member for signing; shows and prints the signed version. */
export function AgreementDialog({ userId, onSigned, onClose }: AgreementDialogProps) {
  const { t } = useText()
  const [isAgain, signAgain] = useState(false)
  const current = useQuery({
    queryKey: ['agreement', userId],
    queryFn: async () => (await client.agreements.current({ query: { userId } })).result,
  })
  const signatures = useQuery({
    queryKey: ['agreementSignatures', userId],
    queryFn: async () => (await client.agreements.signatures({ query: { userId } })).result,
  })
  const { data } = current
  const last = signatures.data?.[0]
  const signed = async () => {
    signAgain(false)
    await Promise.all(
      ['agreement', 'agreementSignatures'].map((key) => queryClient.invalidateQueries({ queryKey: [key, userId] })),
    )
    onSigned()
  }
  const error = current.error ?? signatures.error
  return (
    <Modal
      open
      width={720}
      title={
        data?.text ? t('agreement.of', { name: data.member?.name, version: data.text.version }) : t('agreement.title')
      }
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {error ? <ErrorBlock error={error} retry={() => void current.refetch()} /> : null}
      {current.isPending || signatures.isPending ? <Skeleton active paragraph={{ rows: 6 }} /> : null}
      {data && !data.text ? <EmptyBlock title={t('error.agreements.none')} hint={t('agreement.noneHint')} /> : null}
      {data?.text && signatures.data ? (
        data.member?.signed && last && !isAgain ? (
          <Signed signature={last} onAgain={() => signAgain(true)} onClose={onClose} />
        ) : (
          <Signing current={data} text={data.text} userId={userId} onSigned={() => void signed()} onClose={onClose} />
        )
      ) : null}
    </Modal>
  )
}

interface SigningProps {
  current: CurrentAgreement
  text: NonNullable<CurrentAgreement['text']>
  userId: string
  onSigned(): void
  onClose(): void
}

/** Signs the agreement, drawn or on paper. */
function Signing({ current, text, userId, onSigned, onClose }: SigningProps) {
  const { t } = useText()
  const mayPaper = useMay('agreement:paper')
  const attempt = useRef({ key: newId(), body: '' })
  const sign = async ({ strokes, ...signed }: Consent, method: SignatureMethod) => {
    const body = { userId, ...signed }
    const whole = JSON.stringify([body, method, strokes])
    if (attempt.current.body !== whole) attempt.current = { key: newId(), body: whole }
    const { key } = attempt.current
    try {
      if (method === 'paper') await client.agreements.signPaper({ body, key })
      else await client.agreements.sign({ body: { ...body, strokes }, key })
    } catch (error) {
      // Shows the version published meanwhile.
      if (error instanceof AppError && error.code === 'agreements.changed')
        void queryClient.invalidateQueries({ queryKey: ['agreement', userId] })
      throw error
    }
    playSound('done')
    onSigned()
  }
  return (
    <SigningForm
      current={current}
      text={text}
      okText={t('agreement.sign')}
      allowsPaper={mayPaper}
      onSign={sign}
      onClose={onClose}
    />
  )
}

function Signed({ signature, onAgain, onClose }: { signature: AgreementSignature; onAgain(): void; onClose(): void }) {
  const { t } = useText()
  const [notice, showNotice] = useState<{ text: string; type: 'success' | 'warning' | 'error' } | null>(null)
  const print = async () => {
    try {
      const { message, result } = await client.agreements.print({
        body: { id: signature.id, printId: storedPrintId() },
      })
      showNotice({ text: message, type: result.hasPrinter ? 'success' : 'warning' })
    } catch (error) {
      showNotice({ text: textOfError(t, error), type: 'error' })
    }
  }
  const { signTime, witnessName, version, minor, guardianName, guardianRelation, guardianPhone } = signature
  return (
    <div className="pl-signing">
      <p>{t('agreement.signedAt', { version, time: signTime, name: witnessName })}</p>
      {minor ? <p>{[t('agreement.guardian'), guardianName, guardianRelation, guardianPhone].join(' ')}</p> : null}
      {signature.way === 'paper' ? (
        <p>{t('agreement.isOnPaper')}</p>
      ) : (
        <SignaturePad strokes={signature.strokes} isFixed />
      )}
      {signature.validUntil ? <p>{t('agreement.validUntil', { time: signature.validUntil })}</p> : null}
      {notice ? <Alert type={notice.type} showIcon title={notice.text} /> : null}
      <footer className="pl-dialog-foot">
        <Button onClick={onAgain}>{t('agreement.signAgain')}</Button>
        <Button onClick={() => void print()}>{t('agreement.print')}</Button>
        <Button type="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      </footer>
    </div>
  )
}
