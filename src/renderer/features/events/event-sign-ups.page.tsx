import { Button } from 'antd'
import { useState } from 'react'
import { useNow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { fromWireTime } from '#shared/core/time.ts'
import { SignUpDialog } from './sign-up-dialog.tsx'
import { signUpTones } from './state-tags.ts'
import { useCancelSignUp } from './use-cancel-sign-up.ts'

type SignUp = RowOf<'eventSignUps'>

const CLOCK_MS = 30_000

/** The members who signed up for events. */
export function EventSignUpsPage() {
  const { t } = useText()
  const states = useDict('sign_up_state')
  const failures = useDict('sign_up_failure')
  const yesNo = useDict('yn')
  const may = useMayCall('eventSignUps')
  const actionsOf = useActions()
  const [isSigningUp, setSigningUp] = useState(false)
  return (
    <>
      <CrudPage
        resource="eventSignUps"
        title="menu.eventSignUps"
        emptyHint="empty.eventSignUps"
        columns={[
          { name: 'createTime', sorter: true, width: 170 },
          { name: 'eventName', sorter: true, onCard: true, width: 170 },
          { name: 'number', sorter: true, align: 'right', onCard: true, width: 80 },
          { name: 'memberName', onCard: true, width: 120 },
          {
            name: 'signUpState',
            sorter: true,
            onCard: true,
            width: 150,
            options: states,
            render: ({ signUpState: state, failReason, isHeld }) => (
              <>
                <ToneTag tone={signUpTones[state]}>{t(`event.signUpState.${state}`)}</ToneTag>
                {failReason ? <small>{t(`event.failReason.${failReason}`)}</small> : null}
                {state === 'preparing' && isHeld === 'NO' ? <small>{t('event.notHeld')}</small> : null}
              </>
            ),
          },
          {
            name: 'fee',
            sorter: true,
            align: 'right',
            onCard: true,
            render: ({ fee }) => (fee > 0 ? <Money value={fee} /> : t('event.free')),
          },
          { name: 'userId', width: 110 },
          { name: 'takenTime' },
          {
            name: 'backAmount',
            align: 'right',
            render: ({ backAmount }) => (backAmount > 0 ? <Money value={backAmount} /> : '—'),
          },
          { name: 'operatorName', width: 110 },
          { name: 'startTime', sorter: true, optional: true },
          { name: 'registrationEnd', optional: true },
          { name: 'lateRefund', align: 'right', optional: true, render: ({ lateRefund }) => `${lateRefund}%` },
          { name: 'movedUpTime', optional: true },
          { name: 'endTime', optional: true },
          { name: 'endBy', optional: true },
          { name: 'endReason', width: 160, optional: true },
          { name: 'failReason', options: failures, optional: true },
          { name: 'isHeld', options: yesNo, optional: true },
          { name: 'terminalName', optional: true },
          { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode_dictText: store }) => store },
          { name: 'id', optional: true, width: 300 },
        ]}
        filters={[
          <ChoiceFilter key="state" name="signUpState" options={states} />,
          <TextFilter key="event" name="eventName" />,
          <TextFilter key="member" name="userId" />,
          <TextFilter key="name" name="memberName" />,
          <DaysFilter key="time" name="createTime" />,
        ]}
        actions={{
          row: actionsOf,
          head: may('add') ? (
            <Button type="primary" onClick={() => setSigningUp(true)}>
              {t('event.signUp')}
            </Button>
          ) : null,
        }}
      />
      {isSigningUp ? <SignUpDialog onClose={() => setSigningUp(false)} /> : null}
    </>
  )
}

const isOpen = ({ signUpState }: SignUp): boolean =>
  signUpState === 'waiting' || signUpState === 'preparing' || signUpState === 'successful'

function useActions(): (signUp: SignUp) => RowAction[] {
  const { t } = useText()
  const may = useMayCall('eventSignUps')
  const cancel = useCancelSignUp()
  const now = useNow(CLOCK_MS)
  return (signUp) => {
    const { id, memberName, userId, startTime, registrationEnd } = signUp
    if (!may('cancel') || !isOpen(signUp) || fromWireTime(startTime).getTime() <= now) return []
    const isWhole = now < fromWireTime(registrationEnd).getTime()
    const act = () => cancel({ ...signUp, id, name: memberName || userId, isWhole })
    return [{ key: 'cancel', label: t('event.cancelSignUp'), danger: true, act }]
  }
}
