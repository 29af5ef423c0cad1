import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { loadTexts, useText } from '#renderer/core/locale.ts'

const StrangerSupport = lazy(async () => {
  const [part] = await Promise.all([import('./stranger-support.tsx'), loadTexts()])
  return { default: part.StrangerSupport }
})

/** Opens contact support before the sign-in. */
export function SupportLink() {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button type="link" onClick={() => setOpen(true)}>
        {t('support.title')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <StrangerSupport onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
