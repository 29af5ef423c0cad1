import { App, Button, Input } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import type { CrudActions, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { memberRecords } from '#shared/features/members/member-records.contract.ts'
import { MemberGlance, MemberRegistration } from './member-dialogs.ts'

type Row = RowOf<'memberRecords'>

const FROZEN = 2
const OPEN = 1

const nameOf = ({ realname, nickname }: Row): string => realname || nickname

/** Member actions besides editing: freezing, consumption password, identity number. */
export function useMemberActions(): { crud: CrudActions<Row>; dialog: ReactNode } {
  const { t } = useText()
  const ask = useConfirmation()
  const may = useMayCall('memberRecords')
  const show = useIdNumber()
  const [changing, setChanging] = useState<Row | null>(null)

  const set = (ids: string[], status: 1 | 2, done?: () => void, only?: Row) =>
    void ask(
      only
        ? t(status === FROZEN ? 'member.freezeOne' : 'member.thawOne', { name: nameOf(only), number: only.id })
        : t(status === FROZEN ? 'member.freezeAsk' : 'member.thawAsk', { count: ids.length }),
      async (reason) => {
        const { message } = await client.memberRecords.freezeBatch({ body: { ids: ids.join(','), status, reason } })
        await refreshList('memberRecords')
        done?.()
        return message
      },
      {
        ok: t(status === FROZEN ? 'member.freeze' : 'member.thaw'),
        isDanger: status === FROZEN,
        needsReason: true,
        hint: status === FROZEN ? t('member.freezeHint') : '',
      },
    )

  const mayGlance = useMay('member:glance')
  const mayAdd = may('add')
  const [glanced, glance] = useState<string | null>(null)
  const [isRegistering, setRegistering] = useState(false)
  const register = mayAdd ? <Button onClick={() => setRegistering(true)}>{t('registration.quick')}</Button> : null
  const crud: CrudActions<Row> = {
    head: register,
    row: (row) => [
      ...(mayGlance ? [{ key: 'glance', label: t('glance.open'), act: () => glance(row.id) }] : []),
      ...(may('freezeBatch')
        ? [
            row.frozen
              ? { key: 'freeze', label: t('member.thaw'), act: () => set([row.id], OPEN, undefined, row) }
              : {
                  key: 'freeze',
                  label: t('member.freeze'),
                  danger: true,
                  act: () => set([row.id], FROZEN, undefined, row),
                },
          ]
        : []),
      ...(may('setPassword') ? [{ key: 'password', label: t('member.passwordSet'), act: () => setChanging(row) }] : []),
      ...(may('showIdCard') && row.idCard !== ''
        ? [{ key: 'idCard', label: t('member.idCardShow'), act: () => void show(row) }]
        : []),
    ],
    batch: may('freezeBatch')
      ? [
          { key: 'freeze', label: t('member.freeze'), act: (ids, done) => set(ids, FROZEN, done) },
          { key: 'thaw', label: t('member.thaw'), act: (ids, done) => set(ids, OPEN, done) },
        ]
      : [],
    isOpen: ({ mergedInto }) => mergedInto === null,
    names: { reason: { title: 'member.reason' }, set: { title: 'member.havePassword' } },
  }
  const dialog = (
    <Suspense fallback={null}>
      {changing ? <PasswordDialog row={changing} onClose={() => setChanging(null)} /> : null}
      {isRegistering ? (
        <MemberRegistration
          onDone={(id) => {
            setRegistering(false)
            void refreshList('memberRecords')
            glance(id)
          }}
          onOpen={(id) => {
            setRegistering(false)
            glance(id)
          }}
          onClose={() => setRegistering(false)}
        />
      ) : null}
      {glanced ? (
        <MemberGlance id={glanced} onChanged={() => void refreshList('memberRecords')} onClose={() => glance(null)} />
      ) : null}
    </Suspense>
  )
  return { crud, dialog }
}

/** Shows a full identity number; the audit trail records it. */
function useIdNumber() {
  const { t } = useText()
  const { modal, message } = App.useApp()
  return async (row: Row) => {
    try {
      const { idCard } = (await client.memberRecords.showIdCard({ body: { id: row.id } })).result
      modal.info({
        title: t('member.idCardOf', { name: nameOf(row) }),
        content: (
          <>
            <p className="pl-amount">{idCard || t('member.idCardNone')}</p>
            <small>{t('member.idCardTrail')}</small>
          </>
        ),
        okText: t('action.close'),
      })
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
  }
}

const Field = fieldsOf(bodyOf(memberRecords.setPassword), memberRecords.setPassword)

function PasswordDialog({ row, onClose }: { row: Row; onClose(): void }) {
  const { t } = useText()
  return (
    <CrudFormDialog
      row={null}
      title={t('member.passwordOf', { name: nameOf(row) })}
      form={{
        width: 420,
        fields: () => (
          <Field name="password" wrong="input.consumptionPassword" extra={t('member.passwordHint')} initialValue="">
            <Input.Password autoComplete="new-password" inputMode="numeric" maxLength={6} />
          </Field>
        ),
      }}
      onSave={async ({ password }) => {
        const { message } = await client.memberRecords.setPassword({ body: { id: row.id, password: String(password) } })
        await refreshList('memberRecords')
        return message
      }}
      onClose={onClose}
    />
  )
}
