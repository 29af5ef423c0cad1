import { UploadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Upload } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { pathOfDots } from '#renderer/ui/print/dots.calc.ts'
import { AppError } from '#shared/core/errors.ts'
import type { PrintLogo } from '#shared/features/printing/print-layout.schema.ts'
import { logosOfFile } from './logo-picture.ts'
import { LAYOUTS_KEY } from './print-layouts.ts'

/** The logo of a store as printed; a chosen file is saved at once. */
export function LogoField({ orgCode, logos }: { orgCode: string; logos: readonly PrintLogo[] }) {
  const { t } = useText()
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      const next = file ? await logosOfFile(file) : []
      await client.printLayouts.editLogo({ body: { orgCode, logos: next } })
      await queryClient.invalidateQueries({ queryKey: [LAYOUTS_KEY] })
    },
  })
  const { error } = change
  return (
    <div className="pl-layout-logo">
      <div className="pl-layout-tools">
        <Upload
          accept="image/*"
          showUploadList={false}
          beforeUpload={(file) => {
            change.mutate(file)
            return false
          }}
        >
          <Button icon={<UploadOutlined aria-hidden="true" />} loading={change.isPending}>
            {t('layout.logoChoose')}
          </Button>
        </Upload>
        {logos.length > 0 ? <Button onClick={() => change.mutate(null)}>{t('layout.logoRemove')}</Button> : null}
        <span className="pl-layout-state">{t('layout.logoHint')}</span>
      </div>
      {error ? (
        <Alert
          type="error"
          showIcon
          title={error instanceof AppError ? textOfError(t, error) : t('layout.logoUnreadable')}
        />
      ) : null}
      {logos.length === 0 ? <p>{t('layout.logoNone')}</p> : null}
      {logos.map((logo) => (
        <svg
          key={logo.width}
          className="pl-layout-logo-picture"
          style={{ maxWidth: logo.width / 1.5 }}
          viewBox={`0 0 ${logo.width} ${logo.height}`}
          role="img"
          aria-label={t('layout.logo')}
        >
          <path d={pathOfDots(logo)} shapeRendering="crispEdges" />
        </svg>
      ))}
    </div>
  )
}
