const FIELDS = '.ant-select, .ant-picker, .ant-segmented, .ant-switch, .ant-checkbox-wrapper, .ant-tag, input'
const WRAPPED = '.ant-select, .ant-picker, .ant-segmented, .ant-checkbox-wrapper'

const textOf = (element: Element | null | undefined): string => element?.textContent?.trim() ?? ''

const labelOf = (field: Element): string => {
  const named = field.matches('[aria-label]') ? field : field.querySelector('[aria-label]')
  return named?.getAttribute('aria-label') ?? ''
}

function wordsOf(field: Element): string {
  if (field.matches('.ant-select')) {
    const chosen = [...field.querySelectorAll('.ant-select-selection-item, .ant-select-content-has-value')]
    return chosen.map(textOf).filter(Boolean).join(', ')
  }
  if (field.matches('.ant-picker')) {
    const days = [...field.querySelectorAll('input')].map(({ value }) => value)
    return days.some(Boolean) ? days.join(' – ') : ''
  }
  if (field.matches('.ant-segmented')) return textOf(field.querySelector('.ant-segmented-item-selected'))
  if (field.matches('.ant-checkbox-wrapper')) return field.querySelector('input:checked') ? textOf(field) : ''
  if (field.matches('.ant-switch')) return field.getAttribute('aria-checked') === 'true' ? '✓' : ''
  if (field.matches('.ant-tag')) return textOf(field)
  return field instanceof HTMLInputElement ? field.value.trim() : ''
}

/** What is chosen in the fields below an element, in words: `Period: Last 7 days`. Empty fields are left out. */
export function chosenFilters(tools: Element): string[] {
  return [...tools.querySelectorAll(FIELDS)].flatMap((field) => {
    if (field.parentElement?.closest(WRAPPED)) return []
    const value = wordsOf(field)
    const label = labelOf(field)
    return value === '' ? [] : [label === '' || label === value ? value : `${label}: ${value}`]
  })
}
