import { Form, Input, InputNumber, Select } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { matches } from '#shared/features/events/matches.contract.ts'
import { type Match, MatchFormat, type RoundInput, USUAL_POINTS } from '#shared/features/events/matches.schema.ts'

const Field = fieldsOf(bodyOf(matches.addRound), matches.addRound)
const POINTS = /^\s*(\d{1,4}\s*([,，]\s*\d{1,4}\s*)*)?$/
/** The numbers of a text such as `25, 18, 15`. */
const pointsOf = (text: unknown): number[] =>
  String(text ?? '')
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(Number)

/** Adds a round to a match. */
export function RoundDialog({ match, onClose }: { match: Match; onClose(): void }) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const save = async ({ points, sourceId, ...values }: Values): Promise<string> => {
    const given = { ...values, points: pointsOf(points), sourceId: sourceId || null, eventId: match.eventId }
    // The form's fields are those of the call.
    const body = given as unknown as RoundInput
    const { message } = await withKey(body, (key) => client.matches.addRound({ key, body }))
    await queryClient.invalidateQueries({ queryKey: ['match'] })
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('match.addRound')}
      form={{
        width: 460,
        values: () => ({
          roundName: '',
          format: 'qualifying',
          groupSize: 8,
          sourceId: match.rounds.at(-1)?.id ?? '',
          advance: 0,
          points: match.rounds.length > 0 ? USUAL_POINTS.join(', ') : '',
        }),
        fields: () => <RoundFields match={match} />,
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}

function RoundFields({ match: { rounds } }: { match: Match }) {
  const { t } = useText()
  const format = Form.useWatch<MatchFormat | undefined>('format') ?? 'qualifying'
  const source = Form.useWatch<string | undefined>('sourceId')
  return (
    <>
      <Field name="roundName">
        <Input maxLength={40} autoComplete="off" />
      </Field>
      <Field name="format" extra={t(`match.formatHint.${format}`)}>
        <Select options={MatchFormat.options.map((value) => ({ value, label: t(`match.format.${value}`) }))} />
      </Field>
      <Field name="groupSize">
        <InputNumber min={1} max={40} precision={0} />
      </Field>
      <Field name="sourceId">
        <Select
          options={[
            { value: '', label: t('match.allMembers') },
            ...rounds.map(({ id, roundName }) => ({ value: id, label: roundName })),
          ]}
        />
      </Field>
      {source ? (
        <Field name="advance" extra={t('match.advanceHint')}>
          <InputNumber min={0} max={1000} precision={0} />
        </Field>
      ) : null}
      <Form.Item
        name="points"
        label={t('match.points')}
        extra={t('match.pointsHint')}
        rules={[{ pattern: POINTS, message: t('match.pointsWrong') }]}
      >
        <Input autoComplete="off" />
      </Form.Item>
    </>
  )
}
