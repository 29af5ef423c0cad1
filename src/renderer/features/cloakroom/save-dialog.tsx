import { Alert, Button, Form, Input, InputNumber, Modal, QRCode, Space } from 'antd'
import { Suspense, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { useMay } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { MemberPickerField } from '#renderer/features/members/index.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { lazyDialog } from '#renderer/ui/dialog/lazy-dialog.tsx'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { cloakroomItems } from '#shared/features/cloakroom/cloakroom-items.contract.ts'
import type { RefuseInput, SaveInput } from '#shared/features/cloakroom/cloakroom-items.schema.ts'
import { firstFreePlace, PlaceSelect } from './place-select.tsx'
import { refreshCloakroom } from './refresh.ts'
import './cloakroom.css'

// Few things are photographed, so the camera code is loaded on first use.
const PhotoDialog = lazyDialog(async () => (await import('#renderer/features/photos/index.ts')).PhotoDialog)

const Saved = fieldsOf(bodyOf(cloakroomItems.save), cloakroomItems.save)
const Refused = fieldsOf(bodyOf(cloakroomItems.refuse), cloakroomItems.refuse)

/** A slip that no printer of the store prints. */
export interface UnprintedSlip {
  code: string
  itemName: string
}

interface SaveDialogProps {
  /** The member that is chosen first; empty: none. */
  userId: string
  onUnprinted(slip: UnprintedSlip): void
  onClose(): void
}

/** Stores a thing. A retry after a lost answer is the same thing. */
export function SaveDialog({ userId: member, onUnprinted, onClose }: SaveDialogProps) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const save = async (values: Values): Promise<string> => {
    const { userId = '', placeId = null, photoId = null, ...rest } = values
    // The form's fields are those of the call.
    const body = { ...rest, userId, placeId, photoId, printId: storedPrintId() } as SaveInput
    try {
      const { result, message } = await withKey(body, (key) => client.cloakroomItems.save({ body, key }))
      if (!result.hasPrinter) onUnprinted({ code: result.code, itemName: body.itemName })
      return message
    } finally {
      // Also where the place was taken meanwhile.
      await refreshCloakroom()
    }
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('cloakroom.saveTitle')}
      okText={t('cloakroom.save')}
      form={{
        width: 560,
        values: async () => ({ ...empty, userId: member || undefined, placeId: await firstFreePlace() }),
        fields: () => <SaveFields />,
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}

const empty = { itemName: '', pieces: 1, guestName: '', phone: '', remark: '' }
const pieces = <InputNumber min={1} max={100} precision={0} style={{ width: '100%' }} />

function SaveFields() {
  const { t } = useText()
  const mayPhoto = useMay('racerphoto:add')
  return (
    <div className="pl-cloakroom-form">
      <Saved name="itemName">
        <Input maxLength={60} autoComplete="off" />
      </Saved>
      <Saved name="pieces">{pieces}</Saved>
      <Saved name="guestName" extra={t('cloakroom.memberOrName')}>
        <Input maxLength={60} autoComplete="off" />
      </Saved>
      <Saved name="userId" label="cloakroom.member">
        <MemberPickerField />
      </Saved>
      <Saved name="phone" extra={t('cloakroom.phoneHint')}>
        <Input maxLength={32} autoComplete="off" inputMode="tel" />
      </Saved>
      <Saved name="placeId">
        <PlaceSelect />
      </Saved>
      <Saved name="remark">
        <Input maxLength={200} autoComplete="off" />
      </Saved>
      {mayPhoto ? (
        <Saved name="photoId">
          <PhotoInput />
        </Saved>
      ) : null}
    </div>
  )
}

/** Takes a picture of a thing; the value is its id. */
function PhotoInput({ value, onChange }: { value?: string | null; onChange?(id: string | null): void }) {
  const { t } = useText()
  const form = Form.useFormInstance()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {value ? (
        <Space>
          <span role="status">{t('cloakroom.photoTaken')}</span>
          <Button onClick={() => onChange?.(null)}>{t('cloakroom.photoDrop')}</Button>
        </Space>
      ) : (
        <Button onClick={() => setOpen(true)}>{t('cloakroom.photoTake')}</Button>
      )}
      {isOpen ? (
        <Suspense fallback={null}>
          <PhotoDialog
            racer={String(form.getFieldValue('itemName') || t('cloakroom.item'))}
            needsReason={false}
            onDone={(photo) => {
              if ('photoId' in photo) onChange?.(photo.photoId)
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** Records that a thing was not accepted. */
export function RefuseDialog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const save = async (values: Values): Promise<string> => {
    const body = { ...values, userId: values.userId ?? '' } as RefuseInput
    const { message } = await withKey(body, (key) => client.cloakroomItems.refuse({ body, key }))
    await refreshCloakroom()
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('cloakroom.refuseTitle')}
      okText={t('cloakroom.refuse')}
      form={{
        width: 560,
        values: () => ({ itemName: '', pieces: 1, guestName: '', phone: '', reason: '' }),
        fields: () => (
          <div className="pl-cloakroom-form">
            <Refused name="itemName">
              <Input maxLength={60} autoComplete="off" />
            </Refused>
            <Refused name="pieces">{pieces}</Refused>
            <Refused name="guestName" extra={t('cloakroom.memberOrName')}>
              <Input maxLength={60} autoComplete="off" />
            </Refused>
            <Refused name="userId" label="cloakroom.member">
              <MemberPickerField />
            </Refused>
            <Refused name="phone">
              <Input maxLength={32} autoComplete="off" inputMode="tel" />
            </Refused>
            <Refused name="reason">
              <Input maxLength={200} autoComplete="off" />
            </Refused>
          </div>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}

/** The code of a slip that is not printed: the guest photographs it. */
export function UnprintedSlipDialog({ slip, onClose }: { slip: UnprintedSlip; onClose(): void }) {
  const { t } = useText()
  return (
    <Modal
      open
      width={360}
      title={t('cloakroom.savedTitle', { item: slip.itemName })}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      }
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Alert type="warning" showIcon title={t('print.nobody')} />
      <div className="pl-cloakroom-code">
        <QRCode type="svg" errorLevel="M" value={slip.code} size={200} />
        <code>{slip.code}</code>
        <p>{t('cloakroom.savedHint')}</p>
      </div>
    </Modal>
  )
}
