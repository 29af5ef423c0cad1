import { Form, Input, InputNumber, Segmented } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { LevelSelect } from '#renderer/features/members/index.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import type { CallInput } from '#shared/core/route.ts'
import { couponBatches } from '#shared/features/coupons/coupon-batches.contract.ts'
import './coupons.css'

type Issue = CallInput<typeof couponBatches.issue>['body']

const Field = fieldsOf(bodyOf(couponBatches.issue), couponBatches.issue)

/** The form value is a list of numbers, the control's a text with one a line. */
const asNumbers = {
  getValueProps: (value: string[] | undefined) => ({ value: value?.join('\n') }),
  normalize: (text: string) => text.split(/[\s,，、]+/),
}

interface IssueDialogProps {
  batch: RowOf<'couponBatches'>
  onClose(): void
}

/** Gives codes of a batch to named members, to a level or to all. */
export function IssueDialog({ batch, onClose }: IssueDialogProps) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const issue = async ({ userIds, ...values }: Values): Promise<string> => {
    const numbers = Array.isArray(userIds) ? userIds.filter((one) => one !== '') : []
    // The form's fields are those of the call.
    const body = { ...values, userIds: numbers, id: batch.id } as Issue
    const { result } = await withKey(body, (key) => client.couponBatches.issue({ body, key }))
    await Promise.all([refreshList('couponBatches'), refreshList('couponCodes')])
    return t('couponBatch.issuedCodes', { ...result })
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('couponBatch.issueTitle', { name: batch.batchName })}
      okText={t('couponBatch.issue')}
      form={{
        width: 480,
        values: () => ({ audience: 'members', userIds: [], memberLevel: '', codeCount: 1 }),
        fields: () => <IssueFields orgCode={batch.sysOrgCode} />,
      }}
      onSave={issue}
      onClose={onClose}
    />
  )
}

function IssueFields({ orgCode }: { orgCode: string }) {
  const { t } = useText()
  const audience = Form.useWatch<Issue['audience'] | undefined>('audience')
  return (
    <>
      <Field name="audience">
        <Segmented
          options={(['members', 'level', 'all'] as const).map((value) => ({
            value,
            label: t(`couponBatch.audience.${value}`),
          }))}
        />
      </Field>
      {audience === 'members' ? (
        <Field name="userIds" extra={t('couponBatch.membersHint')} {...asNumbers}>
          <Input.TextArea rows={4} />
        </Field>
      ) : null}
      {audience === 'level' ? (
        <Field name="memberLevel">
          <LevelSelect orgCode={orgCode} />
        </Field>
      ) : null}
      <Field name="codeCount" label="couponBatch.each">
        <InputNumber min={1} max={100} precision={0} />
      </Field>
    </>
  )
}
