import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { UserPicker } from '#renderer/features/access/index.ts'

/** The users of comma-separated ids; those no longer in scope are omitted. */
function usePeople(userIds: string) {
  const people = useQuery({
    queryKey: ['crud', 'users', 'byIds', userIds],
    queryFn: async () => (await client.users.queryByIds({ query: { userIds } })).result,
    enabled: userIds !== '',
  })
  return userIds === '' ? [] : people.data
}

/** The users' names, or their number until the names are loaded. */
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

/** The recipients of an announcement; the form's value is ids. */
export function PeopleField({ value = [], onChange, id }: PeopleFieldProps) {
  const { t } = useText()
  const [isPicking, setPicking] = useState(false)
  const people = usePeople(value.join(','))
  const names = namesOf(people ?? [])
  const summary =
    value.length === 0 ? t('announcement.choosePeople') : t('announcement.peopleChosen', { count: value.length, names })
  return (
    <>
      <Button id={id} block className="pl-people" title={names} aria-label={summary} onClick={() => setPicking(true)}>
        {summary}
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
