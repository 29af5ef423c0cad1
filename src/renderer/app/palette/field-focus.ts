import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isTextKey, useText } from '#renderer/core/locale.ts'
import './field-focus.css'

/** How long a page may load before its field is given up. */
const PATIENCE_MS = 10_000
const NAMED = 'label, legend, h2, h3, [aria-label]'
const CONTROL = 'input:not([type="hidden"]), textarea, button, [role="combobox"], [role="switch"]'
const MARKED = 'pl-found-setting'
const MARKED_MS = 2400

const nameOf = (element: Element): string => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()

/** The visible element of the page with this name. */
const elementNamed = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`#content :is(${NAMED}), main :is(${NAMED})`)].find(
    (element) => nameOf(element) === name && element.checkVisibility(),
  )

/** The control of a label, itself where it is one, or the first one after a heading. */
function controlOf(element: HTMLElement): HTMLElement | null {
  const labelled = element instanceof HTMLLabelElement ? document.getElementById(element.htmlFor) : null
  if (labelled) return labelled
  return element.matches(CONTROL) ? element : (element.parentElement?.querySelector<HTMLElement>(CONTROL) ?? null)
}

function show(element: HTMLElement): void {
  const control = controlOf(element)
  const container = element.closest<HTMLElement>('.ant-form-item, fieldset, section, li') ?? element
  container.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
  container.classList.add(MARKED)
  setTimeout(() => container.classList.remove(MARKED), MARKED_MS)
}

/** Shows and focuses the setting that the address names (`field`, else `section`, both keys of texts), once its page is there. */
export function useFieldFocus(): void {
  const { t } = useText()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const [field, section] = [query.get('field') ?? '', query.get('section') ?? '']
    if (!isTextKey(field)) return
    const leave = () => {
      query.delete('field')
      query.delete('section')
      void navigate({ pathname, search: query.size > 0 ? `?${query}` : '' }, { replace: true })
    }
    /** A hidden field is given up for its section once that is there and has settled. */
    let rounds = 0
    const timer = setInterval(() => {
      rounds += 1
      const element =
        elementNamed(t(field)) ?? (rounds > 5 && isTextKey(section) ? elementNamed(t(section)) : undefined)
      if (!element && rounds * 100 < PATIENCE_MS) return
      clearInterval(timer)
      if (element) show(element)
      leave()
    }, 100)
    return () => clearInterval(timer)
  }, [pathname, search, navigate, t])
}
