import { useText } from '#renderer/core/locale.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'

/** The signatures of agreements by kind and version. */
export function AgreementSignaturesPage() {
  const { t } = useText()
  const methods = useDict('signature_way')
  const kinds = useDict('agreement_kind')
  return (
    <CrudPage
      resource="agreementSignatures"
      title="menu.agreementSignatures"
      emptyHint="agreement.signaturesHint"
      columns={[
        { name: 'signTime', sorter: true, width: 190 },
        { name: 'userId', onCard: true, width: 120 },
        { name: 'signerName', onCard: true, width: 140 },
        { name: 'kind', sorter: true, options: kinds },
        { name: 'version', sorter: true, width: 90, align: 'right' },
        { name: 'way', onCard: true, options: methods },
        {
          name: 'minor',
          render: ({ minor, guardianName }) => (minor === 'YES' ? guardianName || t('agreement.minor') : ''),
        },
        { name: 'witnessName', width: 140 },
        { name: 'validUntil', width: 190, render: ({ validUntil }) => validUntil ?? t('agreement.untilNext') },
      ]}
      filters={[
        <DaysFilter key="time" name="signTime" />,
        <TextFilter key="userId" name="userId" />,
        <TextFilter key="signerName" name="signerName" />,
        <ChoiceFilter key="kind" name="kind" options={kinds} />,
        <ChoiceFilter key="way" name="way" options={methods} />,
      ]}
      actions={{ history: () => null }}
    />
  )
}
