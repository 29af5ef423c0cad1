import { useDeployment } from '#renderer/core/addresses/deployment.ts'
import { useText } from '#renderer/core/locale.ts'

/** Copyright and the deployment's filing number (spec §2). */
export function Footer() {
  const { t } = useText()
  const { filingNumber } = useDeployment()
  return (
    <footer className="pl-footer">
      <span>{t('footer.copyright', { year: new Date().getFullYear() })}</span>
      {filingNumber ? (
        <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
          {filingNumber}
        </a>
      ) : null}
    </footer>
  )
}
