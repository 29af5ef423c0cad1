import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { UserPicker } from '#renderer/features/access/index.ts'

/** The people of ids joined by commas; those who are elsewhere by now are left out. */
function usePeople(userIds: string) {
  const people = useQuery({
    queryKey: ['crud', 'users', 'byIds', userIds],
    queryFn: async () => (await client.users.queryByIds({ query: { userIds } })).result,
    enabled: userIds !== '',
  })
  return userIds === '' ? [] : people.data
}

/** Their names, or how many they are until the names are known. */
export function People({ ids }: { ids: string }) {
  const { t } = useText()
  const people = usePeople(ids)
  const count = ids.split(',').filter(Boolean).length
  return people ? namesOf(people) : t('list.selected', { count })
}

const namesOf = (people: readonly { realname: string; username: string }[]): string =>
  people.map(({ realname, username }) => realname || username).join(', ')

interface PeopleFieldProps {
  value?: string[]
  onChange?(ids: string[]): void
  id?: string
}

/** The people an announcement is for; ids, because a form gives and takes those. */
export function PeopleField({ value = [], onChange, id }: PeopleFieldProps) {
  const { t } = useText()
  const [isPicking, setPicking] = useState(false)
  const people = usePeople(value.join(','))
  const names = namesOf(people ?? [])
  const said =
    value.length === 0 ? t('announcement.choosePeople') : t('announcement.peopleChosen', { count: value.length, names })
  return (
    <>
      <Button id={id} block className="pl-people" title={names} aria-label={said} onClick={() => setPicking(true)}>
        {said}
      </Button>
      {isPicking && people ? (
        <UserPicker
          title={t('announcement.choosePeople')}
          chosen={people}
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
