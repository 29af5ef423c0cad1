import { Button, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'

interface LinkDialogProps {
  /** The current address; empty where there is no link. */
  address: string
  /** Called with an empty address to remove the link. */
  onSave(address: string): void
  onClose(): void
}

/** The addresses that the server's sanitizer keeps; it removes others on save. */
const KNOWN = /^(https?:\/\/|mailto:|tel:)\S+$/i
const withScheme = (typed: string): string => (/^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(typed) ? `https://${typed}` : typed)

/** Edits the address of a link. */
export function LinkDialog({ address, onSave, onClose }: LinkDialogProps) {
  const { t } = useText()
  const [text, setText] = useState(address)
  const [isWrong, setWrong] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useFocusOnOpen(() => box.current?.querySelector('input'))
  const save = () => {
    const wanted = withScheme(text.trim())
    if (wanted !== '' && !KNOWN.test(wanted)) return setWrong(true)
    onSave(wanted)
  }
  return (
    <Modal
      open
      width={420}
      title={t('rich.link')}
      onCancel={onClose}
      footer={
        <>
          {address === '' ? null : <Button onClick={() => onSave('')}>{t('rich.linkOff')}</Button>}
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" onClick={save}>
            {t('action.confirm')}
          </Button>
        </>
      }
    >
      <div ref={box}>
        <Input
          aria-label={t('rich.linkAddress')}
          aria-invalid={isWrong}
          placeholder="https://"
          inputMode="url"
          maxLength={500}
          value={text}
          status={isWrong ? 'error' : ''}
          onChange={(event) => {
            setText(event.target.value)
            setWrong(false)
          }}
        />
        {isWrong ? (
          <p role="alert" className="pl-rich-wrong">
            {t('rich.linkWrong')}
          </p>
        ) : null}
      </div>
    </Modal>
  )
}
