import { CheckCircleFilled } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { isTyping, useHotkeys } from '#renderer/core/keyboard/hotkeys.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useStoreFacts } from '#renderer/core/store-facts.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { formatAmount, formatMinor } from '#shared/core/money.ts'
import type { Sold } from './use-recharge.ts'

interface RechargeDoneProps {
  sold: Sold
  /** The label of the button. */
  next: string
  onNext(): void
}

/** The result: the member, the change due, the gift to hand out, and a reprint of the receipt. */
export function RechargeDone({ sold: { order, change, gift }, next, onNext }: RechargeDoneProps) {
  const { t } = useText()
  const mayPrint = useMay('recharge:print')
  const store = useStoreFacts().data
  const button = useRef<HTMLButtonElement>(null)
  const [notice, setNotice] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  useFocusOnOpen(() => button.current)
  const print = async () => {
    setBusy(true)
    setFailure(null)
    try {
      setNotice((await client.rechargeOrders.printReceipt({ body: { id: order.id } })).message)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  useHotkeys((event) => {
    if (event.key.toLowerCase() !== 'p' || isTyping(event.target) || !mayPrint) return false
    if (event.ctrlKey || event.altKey || event.metaKey) return false
    if (!isBusy && !event.repeat) void print()
    return true
  })
  const name = order.userTruenmae || order.userNickname
  return (
    <div className="pl-block pl-recharge-done" data-testid="recharge-done">
      <CheckCircleFilled />
      <strong role="status">
        {t('rechargeTool.done', { rule: order.roleName, amount: formatAmount(order.amount) })}
      </strong>
      <span>
        {order.isNew === 'YES' ? t('rechargeTool.doneNew', { name, id: order.userId }) : `${name} · ${order.userId}`}
      </span>
      {change > 0 ? (
        <span className="pl-recharge-back">
          {t('rechargeTool.change.give')} <strong className="pl-amount">{formatMinor(change)}</strong>
        </span>
      ) : null}
      {gift ? <span className="pl-recharge-back">{t('rechargeTool.giftDue', gift)}</span> : null}
      <span>{notice || t(store?.hasPrinter === 'NO' ? 'print.nobody' : 'rechargeTool.receipt')}</span>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <footer>
        {mayPrint ? (
          <Button loading={isBusy} onClick={() => void print()}>
            {t('rechargeTool.printAgain')}
          </Button>
        ) : null}
        <Button ref={button} type="primary" onClick={onNext}>
          {next}
        </Button>
      </footer>
    </div>
  )
}
