import { IdcardOutlined } from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { lazyDialog } from '#renderer/ui/dialog/lazy-dialog.tsx'
import { useCashier } from './use-cashier.ts'
import './cashiers.css'

const CashierDialog = lazyDialog(async () => (await import('./cashier-dialog.tsx')).CashierDialog)

interface CashierFieldProps {
  /** Whether the dialog is open, where others open it too. */
  isOpen?: boolean
  /** Whether the cashier must enter the password again. */
  isAgain?: boolean
  onOpen?: (open: boolean) => void
}

/** The current cashier; a click opens the change. */
export function CashierField({ isOpen, isAgain = false, onOpen }: CashierFieldProps) {
  const { t } = useText()
  const may = useMay('cashier:search')
  const { cashier } = useCashier()
  const [own, setOwn] = useState(false)
  const open = onOpen ?? setOwn
  const text = cashier ? cashier.realname : t('cashier.none')
  if (!may) return <span>{text}</span>
  return (
    <>
      <button
        type="button"
        className={cashier ? 'pl-cashier' : 'pl-cashier pl-cashier-none'}
        title={t('cashier.choose')}
        aria-label={`${t('cashier.label')}: ${text}`}
        data-testid="cashier"
        onClick={() => open(true)}
      >
        <IdcardOutlined aria-hidden="true" /> {text}
      </button>
      {(isOpen ?? own) ? (
        <Suspense fallback={null}>
          <CashierDialog isAgain={isAgain} onClose={() => open(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
