import { useId, useState } from 'react'
import { client } from '#member/core/client.ts'
import { useText } from '#member/core/locale.ts'
import { Button } from '#member/ui/button.tsx'
import { Field } from '#member/ui/field.tsx'
import { Notice } from '#member/ui/states.tsx'
import type { MemberOwn } from '#shared/features/member-page/member-own.contract.ts'
import { ActNotice, useOwnAct } from './use-own-act.tsx'

const GENDERS = ['', '1', '2'] as const

/** Only what was changed here is sent, so that a change at the counter meanwhile stays. */
const changesOf = <V extends object>(before: V, after: V): Partial<V> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name as keyof V] !== value)) as Partial<V>

/** Names, gender and birthday; saving counts once against the limit that the counter shares. */
export function OwnData({ own }: { own: MemberOwn }) {
  const { t } = useText()
  const genderId = useId()
  const [nickname, setNickname] = useState(own.nickname)
  const [realname, setRealname] = useState(own.realname)
  const [gender, setGender] = useState(own.gender)
  const [birthday, setBirthday] = useState(own.birthday ?? '')
  const given = { nickname, realname, gender, birthday }
  const [stored, setStored] = useState(given)
  const save = useOwnAct<typeof given>((typed) => client.memberOwn.edit({ body: changesOf(stored, typed) }), setStored)
  const isLocked = own.changesLeft === 0
  return (
    <form
      className="m-stack"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(given)
      }}
    >
      <h2 className="m-title">{t('memberPage.own')}</h2>
      {isLocked ? (
        <Notice tone="warn" text={t('memberOwn.noChangesLeft')} />
      ) : own.changesLeft > 0 ? (
        <p className="m-hint">{t('memberOwn.changesLeft', { count: own.changesLeft })}</p>
      ) : null}
      <Field
        label={t('memberOwn.nickname')}
        maxLength={30}
        disabled={isLocked}
        value={nickname}
        onChange={setNickname}
      />
      <Field
        label={t('memberOwn.realname')}
        maxLength={30}
        disabled={isLocked}
        value={realname}
        onChange={setRealname}
      />
      <div className="m-field">
        <label htmlFor={genderId}>{t('memberOwn.gender')}</label>
        <div className="m-field-row">
          <select
            id={genderId}
            disabled={isLocked}
            value={gender}
            onChange={({ target }) => setGender(GENDERS.find((one) => one === target.value) ?? '')}
          >
            {GENDERS.map((one) => (
              <option key={one} value={one}>
                {t(`memberOwn.gender.${one === '' ? 'none' : one}`)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <Field label={t('memberOwn.birthday')} type="date" disabled={isLocked} value={birthday} onChange={setBirthday} />
      <ActNotice act={save} />
      <Button type="submit" isBusy={save.isPending} isDisabled={isLocked}>
        {t('memberOwn.save')}
      </Button>
    </form>
  )
}
