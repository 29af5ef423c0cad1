import { Button } from 'antd'
import { lazy, useState } from 'react'
import { loadTexts, useText } from '#renderer/core/locale.ts'
import { Part } from './part.tsx'

const SupportDialog = lazy(async () => {
  const [{ SupportDialog: Dialog }] = await Promise.all([import('./support-dialog.tsx'), loadTexts()])
  return { default: Dialog }
})

/** Opens contact support for somebody who is not signed in. */
export function SupportLink() {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button type="link" onClick={() => setOpen(true)}>
        {t('support.title')}
      </Button>
      {isOpen ? (
        <Part onFailed={() => setOpen(false)}>
          <SupportDialog onClose={() => setOpen(false)} />
        </Part>
      ) : null}
    </>
  )
}
