import { Button, Form, Input, Select } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import type { MenuButton, MenuLeaf } from '#shared/features/wechat/wechat-accounts.schema.ts'
import { bytesOf, menuLimits } from '#shared/features/wechat/wechat-menu.calc.ts'

const TYPES = ['view', 'click', 'miniprogram'] as const

const newLeaf = { name: '', type: 'view' as const }

/** Only the properties of the button's type. */
function cleanLeaf({ name, type, key, url, appId, pagePath }: MenuLeaf): MenuLeaf {
  if (type === 'click') return { name, type, key: key ?? '' }
  if (type === 'view') return { name, type, url: url ?? '' }
  return { name, type, url: url ?? '', appId: appId ?? '', pagePath: pagePath ?? '' }
}

/** The menu as the form holds it, without properties of other types. */
export const cleanMenu = (menu: readonly MenuButton[]): MenuButton[] =>
  menu.map(({ children = [], ...button }) => ({ ...cleanLeaf(button), children: children.map(cleanLeaf) }))

interface MenuEditorProps {
  publishedAt: string | null
  canPublish: boolean
  isPublishing: boolean
  onPublish(): void
}

/** The menu of a public account as a tree of buttons and their items. */
export function MenuEditor({ publishedAt, canPublish, isPublishing, onPublish }: MenuEditorProps) {
  const { t } = useText()
  return (
    <>
      <h2>{t('wechatAccount.menu')}</h2>
      <p>{t('wechatAccount.menuHint', menuLimits)}</p>
      <Form.List name="menu">
        {(buttons, { add, remove, move }) => (
          <>
            <ol className="pl-wechat-menu">
              {buttons.map(({ key, name }) => (
                <li key={key}>
                  <Leaf
                    path={['menu', name]}
                    base={[name]}
                    most={menuLimits.name}
                    onRemove={() => remove(name)}
                    {...(name > 0 ? { onUp: () => move(name, name - 1) } : {})}
                  />
                  <Children button={name} />
                </li>
              ))}
            </ol>
            <div className="pl-wechat-menu-end">
              <Button disabled={buttons.length >= menuLimits.buttons} onClick={() => add({ ...newLeaf, children: [] })}>
                {t('wechatAccount.addButton')}
              </Button>
              <span>
                {publishedAt
                  ? t('wechatAccount.menuPublished', { at: publishedAt })
                  : t('wechatAccount.menuUnpublished')}
              </span>
              <Button disabled={!canPublish} loading={isPublishing} onClick={onPublish}>
                {t('wechatAccount.publishMenu')}
              </Button>
            </div>
          </>
        )}
      </Form.List>
    </>
  )
}

function Children({ button }: { button: number }) {
  const { t } = useText()
  return (
    <Form.List name={[button, 'children']}>
      {(children, { add, remove, move }, { errors }) => (
        <>
          <ol>
            {children.map(({ key, name }) => (
              <li key={key}>
                <Leaf
                  path={['menu', button, 'children', name]}
                  base={[name]}
                  most={menuLimits.childName}
                  onRemove={() => remove(name)}
                  {...(name > 0 ? { onUp: () => move(name, name - 1) } : {})}
                />
              </li>
            ))}
          </ol>
          <Form.ErrorList errors={errors} />
          <Button size="small" disabled={children.length >= menuLimits.children} onClick={() => add({ ...newLeaf })}>
            {t('wechatAccount.addChild')}
          </Button>
        </>
      )}
    </Form.List>
  )
}

interface LeafProps {
  /** The path in the form, and below its list. */
  path: (string | number)[]
  base: number[]
  /** The most bytes of its name. */
  most: number
  onRemove(): void
  onUp?: () => void
}

/** Name and action of a button; one with items has no action. */
function Leaf({ path, base, most, onRemove, onUp }: LeafProps) {
  const { t } = useText()
  const value = Form.useWatch(path) as Partial<MenuButton> | undefined
  const bytes = bytesOf(value?.name ?? '')
  const isParent = (value?.children?.length ?? 0) > 0
  const type = value?.type ?? 'view'
  return (
    <div className="pl-wechat-leaf">
      <Form.Item
        name={[...base, 'name']}
        label={t('wechatAccount.name')}
        extra={t('wechatAccount.bytes', { bytes, most })}
        validateStatus={bytes > most ? 'error' : undefined}
      >
        <Input maxLength={60} />
      </Form.Item>
      {isParent ? null : (
        <>
          <Form.Item name={[...base, 'type']} label={t('wechatAccount.type')}>
            <Select options={TYPES.map((one) => ({ value: one, label: t(`wechatAccount.type.${one}`) }))} />
          </Form.Item>
          {type === 'click' ? (
            <Form.Item name={[...base, 'key']} label={t('wechatAccount.key')}>
              <Input maxLength={128} />
            </Form.Item>
          ) : (
            <Form.Item name={[...base, 'url']} label={t('wechatAccount.url')}>
              <Input maxLength={1024} />
            </Form.Item>
          )}
          {type === 'miniprogram' ? (
            <>
              <Form.Item name={[...base, 'appId']} label={t('wechatAccount.appId')}>
                <Input maxLength={18} />
              </Form.Item>
              <Form.Item name={[...base, 'pagePath']} label={t('wechatAccount.pagePath')}>
                <Input maxLength={512} />
              </Form.Item>
            </>
          ) : null}
        </>
      )}
      <span className="pl-wechat-leaf-tools">
        {onUp ? (
          <Button size="small" onClick={onUp}>
            {t('wechatAccount.up')}
          </Button>
        ) : null}
        <Button size="small" danger onClick={onRemove}>
          {t('wechatAccount.remove')}
        </Button>
      </span>
    </div>
  )
}
