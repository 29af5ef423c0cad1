import { useHelpKeys } from '#renderer/core/help.ts'
import { isCovered, isTyping, useHotkeys } from '#renderer/core/keyboard/hotkeys.ts'
import { useText } from '#renderer/core/locale.ts'
import { usePrintPage } from '#renderer/ui/print/print-button.tsx'

const searchFields = [
  '#content search input:not([type="hidden"])',
  '#content [role="search"] input',
  '#content input[type="search"]',
  '#content form input[type="text"]',
]

/** Focuses the first search field of the visible page; false where there is none. */
function goToSearch(): boolean {
  const fields = searchFields.flatMap((selector) => [...document.querySelectorAll<HTMLInputElement>(selector)])
  // Prefer text fields over selects and dates, which are filters too.
  const typed = fields.filter((field) => field.checkVisibility() && !field.readOnly && field.role !== 'combobox')
  const field = typed.find((one) => !one.closest('.ant-picker')) ?? typed[0]
  field?.focus()
  field?.select()
  return field !== undefined
}

/** `/` focuses the page's search; the help lists the shortcuts of every page. The counter has its own. */
export function ShellKeys() {
  const { t } = useText()
  const print = usePrintPage()
  useHotkeys(({ key, target, ctrlKey, metaKey, altKey, shiftKey }) => {
    if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'p') {
      void print()
      return true
    }
    if (ctrlKey || metaKey || altKey || isTyping(target) || isCovered()) return false
    return key === '/' && goToSearch()
  })
  useHelpKeys(t('shellKeys.title'), [
    ['Ctrl K', t('shellKeys.palette')],
    ['/', t('shellKeys.search')],
    ['Ctrl P', t('print.page')],
    ['↑ ↓', t('shellKeys.rows')],
    ['Enter', t('shellKeys.enter')],
    ['Esc', t('shellKeys.escape')],
    ['?', t('shellKeys.help')],
  ])
  return null
}
