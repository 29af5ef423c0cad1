import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { dropTyped } from '#renderer/core/keyboard/type-ahead.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Store } from '#shared/features/access/access.schema.ts'

interface StoreChoiceProps {
  stores: readonly Store[]
  /** The code of the store selected within the last seven days (spec §9), or empty. */
  remembered: string
}

/** One click selects a store; the last one has the focus. */
export function StoreChoice({ stores, remembered }: StoreChoiceProps) {
  const platform = usePlatform()
  const { t } = useText()
  const first = stores.find(({ orgCode }) => orgCode === remembered) ?? stores[0]
  const [entering, setEntering] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  // The typed keys were not meant for this screen.
  useEffect(() => dropTyped('signIn'), [])

  const enter = async (orgCode: string) => {
    if (entering) return
    setEntering(orgCode)
    setFailure(null)
    await platform.session.selectStore(orgCode).catch((error: unknown) => {
      setFailure(error)
      setEntering(null)
    })
  }

  return (
    <section aria-labelledby="store-choice-title">
      <h1 id="store-choice-title">{t('store.choose')}</h1>
      <p className="pl-signin-hint">{stores.length === 0 ? t('store.none') : t('store.chooseHint')}</p>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} style={{ marginBottom: 16 }} /> : null}
      <div className="pl-signin-stores">
        {stores.map((store) => (
          <Button
            key={store.orgCode}
            size="large"
            block
            autoFocus={store === first}
            loading={entering === store.orgCode}
            onClick={() => void enter(store.orgCode)}
          >
            {store.departName}
            {store.orgCode === remembered ? <small>{t('store.lastTime')}</small> : null}
          </Button>
        ))}
      </div>
      <Button type="link" block onClick={() => void platform.session.signOut().catch(() => null)}>
        {t('action.back')}
      </Button>
    </section>
  )
}
