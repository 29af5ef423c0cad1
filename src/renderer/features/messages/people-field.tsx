import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { UserPicker } from '#renderer/features/access/index.ts'

interface PeopleFieldProps {
  value?: string[]
  onChange?(ids: string[]): void
  id?: string
}

/** The people an announcement is for; ids, because a form gives and takes those. */
export function PeopleField({ value = [], onChange, id }: PeopleFieldProps) {
  const { t } = useText()
  const [isPicking, setPicking] = useState(false)
  return (
    <>
      <Button id={id} block onClick={() => setPicking(true)}>
        {value.length === 0 ? t('announcement.choosePeople') : t('list.selected', { count: value.length })}
      </Button>
      {isPicking ? (
        <UserPicker
          title={t('announcement.choosePeople')}
          onConfirm={(users) => {
            onChange?.(users.map((user) => user.id))
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </>
  )
}
