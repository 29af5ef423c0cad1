import { useQuery } from '@tanstack/react-query'
import { QRCode, Skeleton } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'

interface QrPictureProps {
  code: Pick<RowOf<'wechatQrCodes'>, 'id' | 'content' | 'qrName'>
  size: number
}

/** A code as it is scanned: rendered from its text, or WeChat's picture of a mini-app code. */
export const QrPicture = ({ code, size }: QrPictureProps) =>
  code.content === '' ? (
    <MiniAppPicture code={code} size={size} />
  ) : (
    <QRCode type="svg" errorLevel="M" bordered={false} size={size} value={code.content} />
  )

function MiniAppPicture({ code, size }: QrPictureProps) {
  const { t } = useText()
  const { data, error } = useQuery({
    queryKey: ['wechatQrPicture', code.id],
    queryFn: async () => (await client.wechatQrCodes.picture({ query: { id: code.id } })).result.picture,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <span role="alert">{textOfError(t, error)}</span>
  if (!data) return <Skeleton.Node active style={{ width: size, height: size }} />
  return <img src={data} width={size} height={size} alt={code.qrName} />
}
