import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Input, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { Facts } from '#renderer/ui/display/facts.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { StoredItem } from '#shared/features/cloakroom/cloakroom-items.schema.ts'
import { slipCode } from '#shared/features/scans/index.ts'
import { FeePayment } from './fee-payment.tsx'
import { ItemPhoto } from './item-photo.tsx'
import { refreshCloakroom } from './refresh.ts'
import './cloakroom.css'

const OK_ID = 'cloakroom-take-out'
const CODE_ID = 'cloakroom-code'

/** Finds a thing by its slip, shows it and hands it out. `scanned`: the code that opened the dialog; empty: none. */
export function TakeOutDialog({ scanned, onClose }: { scanned: string; onClose(): void }) {
  const { t } = useText()
  const [code, setCode] = useState(scanned)
  const found = useQuery({
    queryKey: ['cloakroomItems', 'slip', code],
    queryFn: async () => (await client.cloakroomItems.find({ body: { code } })).result,
    enabled: code !== '',
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  useScan((scan) => {
    if (scan.kind !== 'cloakroomSlip') return false
    playSound('scan')
    setCode(scan.value)
  }, 'dialog')
  return (
    <Modal
      open
      width={460}
      title={t('cloakroom.takeOutTitle')}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <CodeField key={code} code={code} onFind={setCode} />
      {code !== '' && found.isPending ? <Skeleton active paragraph={{ rows: 4 }} /> : null}
      {found.error ? <Alert type="error" showIcon title={textOfError(t, found.error)} /> : null}
      {found.data ? (
        <FoundItem key={code} code={code} item={found.data} refetch={() => void found.refetch()} onClose={onClose} />
      ) : null}
    </Modal>
  )
}

function CodeField({ code, onFind }: { code: string; onFind(code: string): void }) {
  const { t } = useText()
  const [typed, setTyped] = useState(code)
  const [isWrong, setWrong] = useState(false)
  useFocusOnOpen(() => document.getElementById(CODE_ID), code === '')
  const find = (text: string) => {
    const found = slipCode(text)
    setWrong(found === null)
    if (found === null) playSound('error')
    else onFind(found)
  }
  return (
    <div className="pl-cloakroom-find">
      <label htmlFor={CODE_ID}>{t('cloakroom.scanSlip')}</label>
      <Input.Search
        id={CODE_ID}
        value={typed}
        maxLength={64}
        autoComplete="off"
        enterButton={t('cloakroom.find')}
        status={isWrong ? 'error' : ''}
        onChange={({ target }) => setTyped(target.value)}
        onSearch={find}
      />
      {isWrong ? <span role="alert">{t('input.cloakroom.code')}</span> : null}
    </div>
  )
}

interface FoundItemProps {
  code: string
  item: StoredItem
  refetch(): void
  onClose(): void
}

function FoundItem({ code, item, refetch, onClose }: FoundItemProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const withKey = useAttemptKey()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  useFocusOnOpen(() => document.getElementById(OK_ID))
  const takeOut = async () => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    const body = { code }
    try {
      const answer = await withKey(body, (key) => client.cloakroomItems.takeOut({ body, key }))
      playSound('done')
      void message.success(answer.message)
      await refreshCloakroom()
      onClose()
    } catch (error) {
      playSound('error')
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <>
      <ItemFacts item={item} />
      {item.isPaying ? (
        <Alert
          type="info"
          showIcon
          title={t('cloakroom.isPaying')}
          action={<Button onClick={refetch}>{t('action.retry')}</Button>}
        />
      ) : null}
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      {item.fee > 0 && !item.isPaying ? (
        <FeePayment
          item={item}
          code={code}
          onPaid={(payMode) => {
            if (payMode === 'wechat') void takeOut()
            else void refreshCloakroom().then(onClose)
          }}
          onChanged={refetch}
          onClose={onClose}
        />
      ) : (
        <div className="pl-dialog-foot">
          <Button disabled={isBusy} onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button id={OK_ID} type="primary" loading={isBusy} disabled={item.isPaying} onClick={() => void takeOut()}>
            {t('cloakroom.takeOutNow')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Where a thing is, whose it is, and its picture. */
function ItemFacts({ item }: { item: StoredItem }) {
  const { t } = useText()
  const { itemName, pieces, placeName, guestName, phone, userId, createTime, dueTime, isOverdue, remark } = item
  return (
    <>
      <p className="pl-cloakroom-place">{placeName || t('cloakroom.counter')}</p>
      <Facts
        facts={[
          [t('cloakroom.item'), `${itemName} × ${pieces}`],
          [t('cloakroom.guest'), [guestName, phone, userId ?? ''].filter(Boolean).join(' · ')],
          [t('cloakroom.savedTime'), createTime],
          [
            t('cloakroom.dueTime'),
            <span key="due">
              {dueTime} {isOverdue ? <ToneTag tone="error">{t('cloakroom.overdue')}</ToneTag> : null}
            </span>,
          ],
          ...(item.fee > 0 ? ([[t('cloakroom.fee'), formatAmount(item.fee)]] as [string, string][]) : []),
          ...(remark === '' ? [] : ([[t('cloakroom.remark'), remark]] as [string, string][])),
        ]}
      />
      {item.hasPhoto ? <ItemPhoto id={item.id} name={itemName} /> : null}
    </>
  )
}
