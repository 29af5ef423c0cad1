import { Alert, DatePicker, Input, InputNumber } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { LevelSelect } from '#renderer/features/members/levels/level-select.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { asText, DictSelect, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { ServerError } from '#shared/core/errors.ts'
import { MemberAdd, MemberEdit, memberFields } from '#shared/features/members/member-records.schema.ts'
import { PictureField } from './picture-field.tsx'

const NewField = fieldsOf(MemberAdd, memberFields)
const Field = fieldsOf(MemberEdit, memberFields)

/**
 * Validates that no other member of the store has this phone or card, with the server's message. A masked value is
 * unchanged.
 */
const isOnly =
  (name: 'phone' | 'physicalCard', id: string | undefined) =>
  async (value: string): Promise<string | null> => {
    if (value.includes('*')) return null
    try {
      await client.memberRecords.checkOnlyMember({ query: { [name]: value, id } })
      return null
    } catch (error) {
      return error instanceof ServerError ? error.serverMessage : null
    }
  }

/** The form of a member. Wallets, and the card of an existing member, are changed elsewhere. */
export function MemberFields({ row }: { row: RowOf<'memberRecords'> | null }) {
  const { t } = useText()
  const isUnlimited = useMay('member:editunlimited')
  const left = row === null || isUnlimited ? -1 : row.editLimit
  return (
    <>
      {left === -1 ? null : (
        <Alert
          type={left === 0 ? 'warning' : 'info'}
          showIcon
          title={left === 0 ? t('member.editsNone') : t('member.editsLeft', { count: left })}
        />
      )}
      <div className="pl-two">
        <Field name="realname">
          <Input autoComplete="off" />
        </Field>
        <Field name="nickname">
          <Input autoComplete="off" />
        </Field>
        <Field name="phone" wrong="input.phone" check={isOnly('phone', row?.id)}>
          <Input autoComplete="off" inputMode="tel" />
        </Field>
        {row === null ? (
          <NewField name="physicalCard" wrong="input.card" check={isOnly('physicalCard', undefined)}>
            <Input autoComplete="off" />
          </NewField>
        ) : null}
        <Field name="gender">
          <DictSelect code="sex" />
        </Field>
        <Field name="birthday" {...asText()}>
          <DatePicker style={{ width: '100%' }} />
        </Field>
        <Field name="idCard" wrong="input.identityNumber">
          <Input autoComplete="off" />
        </Field>
        {isUnlimited ? <GuardedFields orgCode={row?.orgCode} /> : null}
        <Field name="avatar">
          <PictureField />
        </Field>
        <Field name="photo">
          <PictureField />
        </Field>
        <Field name="racerName" extra={t('member.racerNameHint')}>
          <DictSelect code="racer_name" />
        </Field>
        <Field name="messageConsent" extra={t('member.messageConsentHint')}>
          <DictSelect code="message_consent" />
        </Field>
      </div>
      <Field name="remark">
        <Input.TextArea rows={2} />
      </Field>
    </>
  )
}

function GuardedFields({ orgCode }: { orgCode: string | undefined }) {
  const { t } = useText()
  return (
    <>
      <Field name="memberLevel">
        <LevelSelect {...(orgCode === undefined ? {} : { orgCode })} />
      </Field>
      <Field name="exp">
        <InputNumber precision={0} min={0} style={{ width: '100%' }} />
      </Field>
      <Field name="endTime" {...asText('YYYY-MM-DD HH:mm:ss')}>
        <DatePicker showTime style={{ width: '100%' }} />
      </Field>
      <Field name="editLimit" extra={t('member.editLimitHint')}>
        <InputNumber precision={0} min={-1} max={1000} style={{ width: '100%' }} />
      </Field>
    </>
  )
}
