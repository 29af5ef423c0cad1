import { Button } from 'antd'
import { useState } from 'react'
import { download } from '#renderer/core/files/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import type { ImportReport } from '#shared/core/excel.ts'

/** The preview of an import: the counts, and every invalid row with its errors. */
export function ImportPreview({ file, report }: { file: string; report: ImportReport }) {
  const { t } = useText()
  const [problem, setProblem] = useState('')
  const { totalCount, successCount, errorCount, refused, fileUrl, fileName } = report
  const save = () => download(fileUrl, {}, fileName).catch((error: unknown) => setProblem(textOfError(t, error)))
  return (
    <>
      <p className="pl-import-figures" role="status">
        <strong>{file}</strong>
        <span>{totalCount === 1 ? t('import.totalOne') : t('import.total', { count: totalCount })}</span>
        <span className="pl-import-good">{t('import.good', { count: successCount })}</span>
        {errorCount > 0 ? <span className="pl-import-bad">{t('import.bad', { count: errorCount })}</span> : null}
      </p>
      {errorCount > 0 ? (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by the keyboard */}
          <ul className="pl-import-refused" aria-label={t('import.bad', { count: errorCount })} tabIndex={0}>
            {refused.map(({ line, problems }) => (
              <li key={line}>
                <span>{t('import.line', { line })}</span>
                <dl>
                  {problems.map(({ field, reason }) => (
                    <div key={field + reason}>
                      {field === '' ? null : <dt>{field}</dt>}
                      <dd>{reason}</dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ul>
          <p className="pl-import-rest">
            {errorCount > refused.length ? <span>{t('import.firstOf', { shown: refused.length })}</span> : null}
            {fileUrl === '' ? null : (
              <Button type="link" className="pl-crud-open" onClick={() => void save()}>
                {t('import.saveBad')}
              </Button>
            )}
            {successCount > 0 ? <span>{t('import.partly')}</span> : null}
          </p>
          <span role="alert" className="pl-import-bad">
            {problem}
          </span>
        </>
      ) : null}
    </>
  )
}
