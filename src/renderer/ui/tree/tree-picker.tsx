import { ApartmentOutlined } from '@ant-design/icons'
import { Modal } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { ChooserInput } from '#renderer/ui/picker/chooser-input.tsx'
import { type TreeItem, titlesOf } from './tree.calc.ts'
import { SearchTree } from './tree.tsx'

interface TreePickerProps {
  nodes: readonly TreeItem[]
  title: string
  /** The selected ids, bound to a form. */
  value?: string[]
  onChange?(value: string[]): void
  multiple?: boolean
  id?: string
}

/** Selects from a tree: a read-only field that opens a dialog (spec §2, department picker: 500 wide). */
export function TreePicker({ nodes, title, value = [], onChange, multiple = false, id }: TreePickerProps) {
  const { t } = useText()
  const [draft, setDraft] = useState<ReadonlySet<string> | null>(null)
  const shown = titlesOf(nodes, new Set(value)).join(', ')
  return (
    <>
      <ChooserInput
        id={id}
        shown={shown}
        icon={<ApartmentOutlined />}
        onOpen={() => setDraft(new Set(value))}
        onClear={() => onChange?.([])}
      />
      {draft ? (
        <Modal
          open
          width={500}
          title={title}
          okText={t('action.confirm')}
          cancelText={t('action.cancel')}
          onCancel={() => setDraft(null)}
          onOk={() => {
            onChange?.([...draft])
            setDraft(null)
          }}
        >
          <div className="pl-tree-scroll">
            <SearchTree
              nodes={nodes}
              checked={draft}
              isLinked={false}
              onCheck={(keys) => setDraft(multiple ? keys : new Set([...keys].filter((key) => !draft.has(key))))}
            />
          </div>
        </Modal>
      ) : null}
    </>
  )
}
