import { Input, InputNumber, Select } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { matches } from '#shared/features/events/matches.contract.ts'
import {
  type CorrectionInput,
  MAX_PENALTY_SECONDS,
  type MatchEntry,
  MatchStatus,
} from '#shared/features/events/matches.schema.ts'

const Field = fieldsOf(bodyOf(matches.correct), matches.correct)

/** Corrects a result: no result, or a penalty, with a reason. */
export function CorrectionDialog({ entry, onClose }: { entry: MatchEntry; onClose(): void }) {
  const { t } = useText()
  const { id, number, racer, status, penaltyMs } = entry
  return (
    <CrudFormDialog
      row={null}
      title={t('match.correctOf', { racer: `${number} ${racer}`.trim() })}
      okText={t('match.correct')}
      form={{
        width: 440,
        values: () => ({ status, penalty: penaltyMs / 1000, reason: '' }),
        fields: () => (
          <>
            <Field name="status">
              <Select
                options={MatchStatus.options.map((value) => ({ value, label: t(`match.status.${value || 'none'}`) }))}
              />
            </Field>
            <Field name="penalty">
              <InputNumber min={0} max={MAX_PENALTY_SECONDS} precision={3} />
            </Field>
            <Field name="reason">
              <Input maxLength={200} autoComplete="off" />
            </Field>
          </>
        ),
      }}
      onSave={async (values) => {
        // The form's fields are those of the call.
        const { message } = await client.matches.correct({ body: { ...values, id } as unknown as CorrectionInput })
        await queryClient.invalidateQueries({ queryKey: ['match'] })
        return message
      }}
      onClose={onClose}
    />
  )
}
