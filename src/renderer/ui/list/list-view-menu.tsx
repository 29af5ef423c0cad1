import { DeleteOutlined, EyeOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import { Button, Input, Popover, Segmented } from 'antd'
import { useState } from 'react'
import { useNarrow } from '#renderer/core/hooks.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useUndoNotice } from '#renderer/ui/dialog/use-undo-notice.tsx'
import { Density, type ListView, type ListViewContent } from '#shared/features/system/list-views.contract.ts'
import { useDensity, useListViews } from './list-views.ts'
import './list-view-menu.css'

interface ListViewMenuProps {
  /** The name of the list's contract. */
  list: string
  /** The current state of the list. */
  content: ListViewContent
  /** Applies a view; null restores the default. */
  onApply(content: ListViewContent | null): void
}

const sameContent = (one: ListViewContent, other: ListViewContent): boolean =>
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted())

/** Saved views of a list and the density of all lists; both are stored on the server per user. */
export function ListViewMenu({ list, content, onApply }: ListViewMenuProps) {
  const { t } = useText()
  const { views, save, openWith, remove } = useListViews(list)
  const showUndoNotice = useUndoNotice()
  const [density, setDensity] = useDensity()
  // On phones lists are cards, which have no density.
  const isPhone = useNarrow(768)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')
  const current = views.find((view) => sameContent(view.content, content))

  const attempt = async (work: () => Promise<void>) => {
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(textOfError(t, error))
    }
  }
  const keep = () =>
    attempt(async () => {
      const called = name.trim()
      if (called === '') return setProblem(t('views.nameMissing'))
      await save(called, content)
      setName('')
    })

  const drop = async (view: ListView) => {
    await remove(view)
    const undo = async () => {
      await save(view.name, view.content, view.isDefault)
      return t('message.undeleted')
    }
    showUndoNotice({ text: t('views.deleted', { name: view.name }), undo })
  }

  const line = (view: ListView) => (
    <li key={view.id}>
      <Button
        type="text"
        className="pl-view-name"
        aria-current={view.id === current?.id}
        onClick={() => onApply(view.content)}
      >
        {view.name}
      </Button>
      <Button
        type="text"
        icon={view.isDefault ? <StarFilled /> : <StarOutlined />}
        aria-pressed={view.isDefault}
        aria-label={t('views.opensWith', { name: view.name })}
        title={t('views.opensWith', { name: view.name })}
        onClick={() => void attempt(() => openWith(view))}
      />
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={t('views.delete', { name: view.name })}
        title={t('views.delete', { name: view.name })}
        onClick={() => void attempt(() => drop(view))}
      />
    </li>
  )

  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <div className="pl-views">
          <h2>{t('views.title')}</h2>
          <ul>
            <li>
              <Button type="text" className="pl-view-name" onClick={() => onApply(null)}>
                {t('views.own')}
              </Button>
            </li>
            {views.map(line)}
          </ul>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              void keep()
            }}
          >
            <Input
              value={name}
              maxLength={40}
              placeholder={t('views.name')}
              aria-label={t('views.name')}
              onChange={({ target }) => setName(target.value)}
            />
            <Button htmlType="submit">{t('views.save')}</Button>
          </form>
          <span role="alert" className="pl-views-bad">
            {problem}
          </span>
          {isPhone ? null : (
            <>
              <h2>{t('views.density')}</h2>
              <Segmented
                block
                aria-label={t('views.density')}
                value={density}
                options={Density.options.map((value) => ({ value, label: t(`views.density.${value}`) }))}
                onChange={(value) => void attempt(() => setDensity(value))}
              />
            </>
          )}
        </div>
      }
    >
      <Button icon={<EyeOutlined />} title={t('views.title')} aria-label={t('views.title')}>
        {current?.name}
      </Button>
    </Popover>
  )
}
