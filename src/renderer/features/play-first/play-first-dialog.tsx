import { Modal, Select, Skeleton, Tabs } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useVenue } from '#renderer/features/counter/index.ts'
import { useCatalogue } from '#renderer/platform/use-catalogue.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import type { Scan } from '#shared/ipc/devices.ts'
import { kinds, type PlayFirstKind } from './play-first.calc.ts'
import { PlayFirstForm } from './play-first-form.tsx'
import './play-first.css'

/** Starts a ride that is paid later from any page (spec §2): a free trial, or a member who pays afterwards. */
export function PlayFirstDialog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const [kind, setKind] = useState<PlayFirstKind>('trial')
  /** A card that was scanned in the trial tab; the member tab looks it up. */
  const [swiped, setSwiped] = useState<Scan | null>(null)
  const { data, error, isPending, refetch } = useCatalogue()
  const venue = useVenue(data ?? null)
  const { catalogue, stores, code, choose } = venue

  const content = () => {
    if (isPending) return <Skeleton active paragraph={{ rows: 8 }} />
    if (error && !data) return <ErrorBlock error={error} retry={() => void refetch()} />
    if (!catalogue) return <EmptyBlock title={t('counter.noData')} />
    return (
      <PlayFirstForm
        key={`${code} ${kind}`}
        kind={kind}
        catalogue={catalogue}
        swiped={kind === 'member' ? swiped : null}
        onMemberCard={(scan) => {
          setSwiped(scan)
          setKind('member')
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <Modal
      open
      width={720}
      title={
        <>
          {t('floating.playFirst')}
          {stores.length > 0 ? (
            <Select
              className="pl-play-first-store"
              aria-label={t('records.store')}
              value={code}
              options={stores.map((one) => ({ value: one.code, label: one.name }))}
              onChange={choose}
            />
          ) : null}
        </>
      }
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <Tabs
        activeKey={kind}
        items={kinds.map((key) => ({ key, label: t(`playFirst.${key}`) }))}
        onChange={(key) => {
          setSwiped(null)
          setKind(key === 'member' ? 'member' : 'trial')
        }}
      />
      {content()}
    </Modal>
  )
}
