import { Modal, QRCode, Typography } from 'antd'
import { useDeployment } from '#renderer/core/deployment.ts'
import { useText } from '#renderer/core/locale.ts'
import { storeNameOf, useSession } from '#renderer/core/session.ts'
import './support-dialog.css'

/** How to pay and reach the operator (spec §2); the payment details are the deployment's. */
export function SupportDialog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const { support } = useDeployment()
  const session = useSession((state) => state.session)
  const { qrCodes, bankName, bankAccount, bankHolder, phone } = support
  const bank = [
    [t('support.bankHolder'), bankHolder],
    [t('support.bankName'), bankName],
    [t('support.bankAccount'), bankAccount],
  ].filter(([, value]) => value !== '')
  const hasDetails = qrCodes.length > 0 || bank.length > 0 || phone !== ''
  return (
    <Modal open width={520} title={t('support.title')} footer={null} onCancel={onClose} className="pl-support">
      <dl>
        <dt>{t('support.orgCode')}</dt>
        <dd>
          <Typography.Text copyable strong>
            {session?.userInfo.orgCode ?? ''}
          </Typography.Text>{' '}
          {storeNameOf(session)}
        </dd>
        {phone ? (
          <>
            <dt>{t('support.phone')}</dt>
            <dd>
              <a href={`tel:${phone}`}>{phone}</a>
            </dd>
          </>
        ) : null}
      </dl>
      {qrCodes.length > 0 ? (
        <div className="pl-support-codes">
          {qrCodes.map(({ title, text }) => (
            <figure key={text}>
              {/* Phones read dark on light, whatever the page looks like. */}
              <QRCode value={text} size={180} color="#000000" bgColor="#ffffff" aria-label={title} />
              <figcaption>{title}</figcaption>
            </figure>
          ))}
        </div>
      ) : null}
      {bank.length > 0 ? (
        <>
          <h2>{t('support.bank')}</h2>
          <dl>
            {bank.map(([name, value = '']) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Typography.Text copyable>{value}</Typography.Text>
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      {hasDetails ? <p className="pl-support-note">{t('support.remark')}</p> : <p>{t('support.none')}</p>}
      <p>{t('support.invoice')}</p>
    </Modal>
  )
}
