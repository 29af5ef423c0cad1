import { Input, InputNumber } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { queryClient } from '#renderer/core/query.ts'
import { StoreField } from '#renderer/features/rules/index.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { DictSelect, fieldsOf, isFree, useDict } from '#renderer/ui/form/fields.tsx'
import { cloakroomPlaceResource, newPlace } from '#shared/features/cloakroom/cloakroom-places.contract.ts'
import { FREE_PLACES } from './place-select.tsx'

const Field = fieldsOf(cloakroomPlaceResource.create, cloakroomPlaceResource)

/** The places of the cloakroom, each free or in use. */
export function CloakroomPlacesPage() {
  const { t } = useText()
  const storeName = useStoreName()
  const kinds = useDict('cloakroom_place_kind')
  const yesNo = useDict('yn')
  return (
    <CrudPage
      resource="cloakroomPlaces"
      title="menu.cloakroomPlaces"
      columns={[
        { name: 'placeName', sorter: true, width: 140 },
        {
          name: 'inUse',
          onCard: true,
          options: yesNo,
          render: ({ inUse }) => (
            <ToneTag tone={inUse === 'YES' ? 'warning' : 'success'}>
              {t(inUse === 'YES' ? 'cloakroom.inUse' : 'cloakroom.free')}
            </ToneTag>
          ),
        },
        { name: 'placeKind', sorter: true, onCard: true, options: kinds },
        {
          name: 'isActive',
          sorter: true,
          onCard: true,
          options: yesNo,
          render: ({ isActive }) => (
            <ToneTag tone={isActive === 'YES' ? 'success' : 'neutral'}>{t(`yesNo.${isActive}`)}</ToneTag>
          ),
        },
        { name: 'indexNumber', sorter: true, align: 'right', width: 90 },
        { name: 'remark', width: 200 },
        { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
        { name: 'createTime', sorter: true, optional: true },
        { name: 'createBy', optional: true },
      ]}
      filters={[
        <TextFilter key="name" name="placeName" />,
        <ChoiceFilter key="use" name="inUse" options={yesNo} />,
        <ChoiceFilter key="kind" name="placeKind" options={kinds} />,
        <ChoiceFilter key="active" name="isActive" options={yesNo} />,
      ]}
      form={{
        noun: 'noun.cloakroomPlace',
        values: (row) => row ?? newPlace,
        fields: (row) => (
          <>
            <StoreField isNew={row === null} />
            <Field name="placeName" check={isFree('cloakroom_place', 'name', row?.id)}>
              <Input maxLength={30} autoComplete="off" />
            </Field>
            <Field name="placeKind">
              <DictSelect code="cloakroom_place_kind" allowClear={false} />
            </Field>
            <Field name="indexNumber">
              <InputNumber min={0} precision={0} style={{ width: '100%' }} />
            </Field>
            <Field name="isActive">
              <DictSelect code="yn" allowClear={false} />
            </Field>
            <Field name="remark">
              <Input.TextArea autoSize={{ minRows: 1, maxRows: 3 }} maxLength={200} />
            </Field>
          </>
        ),
      }}
      actions={{ changed: () => void queryClient.invalidateQueries({ queryKey: FREE_PLACES }) }}
    />
  )
}
