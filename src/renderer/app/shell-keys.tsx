import { useState } from 'react'
import { isCovered, isTyping, useHotkeys } from '#renderer/core/hotkeys.ts'
import { useText } from '#renderer/core/locale.ts'
import { KeysDialog } from '#renderer/ui/keys-dialog.tsx'

const searchFields = [
  '#content search input:not([type="hidden"])',
  '#content [role="search"] input',
  '#content input[type="search"]',
  '#content form input[type="text"]',
]

/** Puts the cursor into the first search field of the page in sight; false where there is none. */
function goToSearch(): boolean {
  const fields = searchFields.flatMap((selector) => [...document.querySelectorAll<HTMLInputElement>(selector)])
  // Lists with a choice and dates are filters too, but nobody types into them first.
  const typed = fields.filter((field) => field.checkVisibility() && !field.readOnly && field.role !== 'combobox')
  const field = typed.find((one) => !one.closest('.ant-picker')) ?? typed[0]
  field?.focus()
  field?.select()
  return field !== undefined
}

/** `/` goes to the search of the page, `?` shows the keys; the counter has its own. */
export function ShellKeys() {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  useHotkeys(({ key, target, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey || isTyping(target) || isCovered()) return false
    if (key === '/') return goToSearch()
    if (key !== '?' && key !== '？') return false
    setOpen(true)
    return true
  })
  if (!isOpen) return null
  const rows = [
    ['Ctrl K', t('shellKeys.palette')],
    ['/', t('shellKeys.search')],
    ['↑ ↓', t('shellKeys.rows')],
    ['Enter', t('shellKeys.enter')],
    ['Esc', t('shellKeys.escape')],
    ['?', t('shellKeys.help')],
  ] as const
  return <KeysDialog title={t('shellKeys.title')} rows={rows} onClose={() => setOpen(false)} />
}
