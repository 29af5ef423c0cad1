import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import type { ProgramPort } from '#renderer/platform/platform.ts'
import type { OpenWork } from '#shared/ipc/app.ts'

/** Asks before the program quits with unfinished work, on any page and also when nobody is signed in. */
export function CloseQuestion({ program }: { program: ProgramPort }) {
  const { t } = useText()
  const [work, setWork] = useState<OpenWork | null>(null)
  useEffect(() => program.onCloseAsked(setWork), [program])
  if (!work) return null
  const { unsent, queued, printing } = work
  const answer = (close: boolean) => {
    setWork(null)
    void program.answerClose(close)
  }
  return (
    <Modal
      open
      width={420}
      // Also above the lock of the counter.
      zIndex={2100}
      title={t('close.title')}
      okText={t('close.cancel')}
      cancelText={t('close.ok')}
      // The safe button has the focus and handles Enter and Esc.
      okButtonProps={{ autoFocus: true }}
      cancelButtonProps={{ danger: true, onClick: () => answer(true) }}
      onOk={() => answer(false)}
      onCancel={() => answer(false)}
    >
      {unsent > 0 ? <p>{t('close.waiting', { count: unsent })}</p> : null}
      {queued > 0 ? <p>{t('close.inLine', { count: queued })}</p> : null}
      {printing > 0 ? <p>{t('close.printing', { count: printing })}</p> : null}
      <p>{t(unsent + queued + printing > 0 ? 'close.safe' : 'close.kiosk')}</p>
    </Modal>
  )
}
