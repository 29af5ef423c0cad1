import { Alert, Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { FirstPasswords, type MadeAccount } from '#renderer/features/access/index.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { CallResult } from '#shared/core/route.ts'
import { CopiedPart, type newStore } from '#shared/features/stores/new-store.contract.ts'
import { NewStoreForm } from './new-store-form.tsx'
import { useEnterStore } from './use-first-run.ts'
import { useHeadOffice, useNewStoreOptions, useSwitchStore } from './use-new-store.ts'
import './new-store.css'

type Opened = CallResult<typeof newStore.open>

/** Creates another store and links to its checklist. */
export function NewStorePage() {
  const { t } = useText()
  const options = useNewStoreOptions()
  const [opened, setOpened] = useState<{ store: Opened; manager: MadeAccount | null } | null>(null)
  return (
    <div className="pl-page">
      <PageHead title={t('menu.newStore')} />
      {options.isPending ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {options.error ? <ErrorBlock error={options.error} retry={() => void options.refetch()} /> : null}
      {opened ? <StoreOpened {...opened} /> : null}
      {options.data && !opened ? (
        options.data.chains.length > 0 ? (
          <NewStoreForm
            chains={options.data.chains}
            stores={options.data.stores}
            onOpened={(store, manager) => setOpened({ store, manager })}
          />
        ) : (
          <HeadOfficeNeeded />
        )
      ) : null}
    </div>
  )
}

/** The new store, the manager's password, and a link to continue. */
function StoreOpened({ store, manager }: { store: Opened; manager: MadeAccount | null }) {
  const { t } = useText()
  const navigate = useNavigate()
  const checklist = useFrame().pathOf('stores/FirstRun') ?? '/'
  const enter = useEnterStore()
  const goOn = async () => {
    await enter.mutateAsync(store.orgCode)
    void navigate(checklist)
  }
  const copied = CopiedPart.options.filter((part) => store.copied[part] > 0)
  return (
    <section className="pl-panel pl-new-store" aria-live="polite">
      <h2>{t('newStore.opened', { store: store.departName })}</h2>
      {copied.length > 0 ? (
        <p>{copied.map((part) => t(`newStore.copied.${part}`, { count: store.copied[part] })).join(' · ')}</p>
      ) : null}
      {manager ? <FirstPasswords made={[manager]} /> : null}
      {enter.error ? <Alert type="error" showIcon title={textOfError(t, enter.error)} /> : null}
      <p>{t('newStore.inSwitch')}</p>
      <Button type="primary" autoFocus loading={enter.isPending} onClick={() => void goOn().catch(() => undefined)}>
        {t('newStore.goOn')}
      </Button>
    </section>
  )
}

/** Shown in a single store, where no parent for another store is in scope. */
function HeadOfficeNeeded() {
  const { t } = useText()
  const office = useHeadOffice()
  const change = useSwitchStore()
  return (
    <Alert
      type="info"
      showIcon
      title={change.error ? textOfError(t, change.error) : t('error.newStore.chainNeeded')}
      action={
        office ? (
          <Button type="primary" loading={change.isPending} onClick={() => change.mutate(office.orgCode)}>
            {t('newStore.switchTo', { store: office.departName })}
          </Button>
        ) : null
      }
    />
  )
}
