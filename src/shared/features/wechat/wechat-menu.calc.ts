import type { MenuButton, MenuLeaf } from './wechat-accounts.schema.ts'

/** WeChat's limits of a menu; lengths are bytes of UTF-8. */
export const menuLimits = { buttons: 3, children: 5, name: 16, childName: 60, key: 128, url: 1024 } as const

interface MenuProblem {
  reason: 'tooMany' | 'tooManyChildren' | 'missing' | 'tooLong' | 'noPage'
  /** The property at fault, such as `menu.0.children.1.url`. */
  field: string
  /** The position that people count, such as `1-2`. */
  place: string
  property: 'name' | 'key' | 'url' | 'appId' | 'pagePath' | 'children'
  most: number
  bytes: number
}

/** The length of a text in UTF-8. */
export function bytesOf(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url)

/** The first violation of WeChat's limits in a menu; null if there is none. */
export function menuProblem(menu: readonly MenuButton[]): MenuProblem | null {
  const of = (path: string, place: string, property: MenuProblem['property']) => ({
    field: `menu${path}.${property}`,
    place,
    property,
  })
  if (menu.length > menuLimits.buttons) {
    const at = menuLimits.buttons
    return { ...of(`.${at}`, `${at + 1}`, 'name'), reason: 'tooMany', most: menuLimits.buttons, bytes: menu.length }
  }
  for (const [index, button] of menu.entries()) {
    const path = `.${index}`
    const place = `${index + 1}`
    const named = textProblem(of(path, place, 'name'), button.name, menuLimits.name)
    if (named) return named
    if (button.children.length > menuLimits.children) {
      const found = { most: menuLimits.children, bytes: button.children.length }
      return { ...of(path, place, 'children'), reason: 'tooManyChildren', ...found }
    }
    if (button.children.length === 0) {
      const wrong = actionProblem(button, (property) => of(path, place, property))
      if (wrong) return wrong
    }
    for (const [below, child] of button.children.entries()) {
      const ofChild = (property: MenuProblem['property']) =>
        of(`${path}.children.${below}`, `${place}-${below + 1}`, property)
      const wrong = textProblem(ofChild('name'), child.name, menuLimits.childName) ?? actionProblem(child, ofChild)
      if (wrong) return wrong
    }
  }
  return null
}

type Place = Pick<MenuProblem, 'field' | 'place' | 'property'>

function textProblem(where: Place, text: string | undefined, most: number): MenuProblem | null {
  const bytes = bytesOf(text ?? '')
  if (bytes === 0) return { ...where, reason: 'missing', most, bytes }
  return bytes > most ? { ...where, reason: 'tooLong', most, bytes } : null
}

function actionProblem(
  { type, key, url, appId, pagePath }: MenuLeaf,
  of: (property: MenuProblem['property']) => Place,
): MenuProblem | null {
  if (type === 'click') return textProblem(of('key'), key, menuLimits.key)
  const address = textProblem(of('url'), url, menuLimits.url)
  if (address) return address
  if (!isWeb(url ?? '')) return { ...of('url'), reason: 'noPage', most: menuLimits.url, bytes: bytesOf(url ?? '') }
  if (type === 'view') return null
  return textProblem(of('appId'), appId, menuLimits.key) ?? textProblem(of('pagePath'), pagePath, menuLimits.url)
}
