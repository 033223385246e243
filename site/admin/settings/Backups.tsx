import { useState } from 'react'
import type { z } from 'zod/mini'
import { previewRestore, restoreBackup } from '../../../admin-api/contract/restores.ts'
import { makeBackup, readHealth, type readSettings } from '../../../admin-api/contract/system.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { callEndpoint } from '../../lib/call-endpoint.ts'
import { formatInstant } from '../../lib/format.ts'
import { useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin, showOutcome } from '../../login/admin-session.ts'
import { useForm } from '../../login/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { AdminForm } from '../AdminForm.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { TaskButton } from '../TaskButton.tsx'

const kinds = {
  backup: 'Nightly or by hand',
  'before-migration': 'Before an upgrade',
  'before-restore': 'Before a restore'
} as const

type Settings = z.infer<typeof readSettings.output>
type Backup = Settings['backups'][number]
type Preview = z.infer<typeof previewRestore.output>

const columns: readonly Column<Backup>[] = [
  { heading: 'Made', words: ({ made_at }) => formatInstant(made_at) },
  { heading: 'Kind', words: ({ kind }) => kinds[kind] },
  { heading: 'Size', figure: ({ bytes }) => bytes / 1e6, format: (size) => `${size.toFixed(1)} MB` },
  { heading: 'File', words: ({ name }) => name, className: 'is-wide anywhere' }
]

type BackupsProps = {
  query: { value: Settings | null; failure: string | null; refetch: () => Promise<void> }
}

/** The backups of this instance, each of which can be restored. */
export function Backups({ query }: BackupsProps) {
  const [chosen, setChosen] = useState<Backup | null>(null)
  const { value } = query
  const close = () => setChosen(null)
  const actions: Column<Backup> = {
    heading: 'Actions',
    isHeadHidden: true,
    className: 'row-actions',
    cell: (backup) => (
      <Button variant="chip" onClick={() => setChosen(backup)}>
        Restore <span className="visually-hidden">{backup.name}</span>
      </Button>
    )
  }
  return (
    <AdminSection
      titleId="backups-title"
      title="Backups"
      tools={<TaskButton text="Back up now" busyText="Backing up..." task={backUp} />}
      query={query}
      waiting="Loading..."
    >
      {value !== null && value.backups.length === 0 && (
        <p className="muted">No backups yet. One is made each night.</p>
      )}
      {value !== null && value.backups.length > 0 && (
        <Table
          caption="Backups on this machine, newest first"
          columns={[...columns, actions]}
          rows={value.backups}
          keyOf={({ name }) => name}
          phones="cards"
        />
      )}
      <Dialog isOpen={chosen !== null} title="Restore Backup" onClose={close}>
        {chosen !== null && <Restore backup={chosen} onDone={close} />}
      </Dialog>
    </AdminSection>
  )
}

/** A copy waits for calculations in the same thread, and a long wait must not look like a failure. */
const backupTimeoutMs = 180_000

const backUp = async () =>
  showOutcome(await callAdmin(makeBackup, {}, { timeoutMs: backupTimeoutMs }), {
    done: 'Backup Made',
    failed: 'Backup Failed',
    sentence: 'Failed to make a backup'
  })

type RestoreProps = { backup: Backup; onDone: () => void }

/** Changes that a restore makes, and the form that confirms it. */
function Restore({ backup: { name, made_at }, onDone }: RestoreProps) {
  const { value, failure } = useAdminQuery(previewRestore, { name }, null)
  const [isRestarting, setRestarting] = useState(false)
  if (isRestarting)
    return (
      <p role="status">
        The service restarts with this backup. This page opens again as soon as the service is back.
      </p>
    )
  if (value === null && failure === null) return <p>Reading the backup...</p>
  if (value === null || value.obstacle !== null)
    return (
      <>
        <p>{value?.obstacle ?? failure}</p>
        <DialogActions>
          <Button variant="quiet" onClick={onDone}>
            Close
          </Button>
        </DialogActions>
      </>
    )
  const restarted = () => {
    setRestarting(true)
    void reopenOnceBack()
  }
  return (
    <>
      <p>Made {formatInstant(made_at)}.</p>
      <Changes preview={value} />
      <Confirm name={name} siteName={value.site_name} onCancel={onDone} onDone={restarted} />
    </>
  )
}

const changeColumns: readonly Column<Preview['changes'][number]>[] = [
  { heading: 'What', words: ({ what }) => what },
  { heading: 'Now', words: ({ now }) => now },
  { heading: 'After', words: ({ after }) => after }
]

function Changes({ preview: { changes, log_lines_since: lines, is_older_version } }: { preview: Preview }) {
  return (
    <>
      {changes.length === 0 ? (
        <p>The backup has as many funds, payments and posts as now.</p>
      ) : (
        <Table
          caption="What changes"
          columns={changeColumns}
          rows={changes}
          keyOf={({ what }) => what}
          phones="cards"
        />
      )}
      {lines > 0 && (
        <p>
          The log has {countOf(lines, 'line')} since then. What they record, such as edits and settings, is
          undone.
        </p>
      )}
      {is_older_version && <p>The backup is of an earlier version, which the restart upgrades.</p>}
      <p className="muted text-s">
        The current database is backed up first. The service is away for some seconds, and you may have to log
        in again, with the password of that time.
      </p>
    </>
  )
}

type ConfirmProps = { name: string; siteName: string; onCancel: () => void; onDone: () => void }

function Confirm({ name, siteName, onCancel, onDone }: ConfirmProps) {
  const form = useForm(restoreBackup, { fixed: { name }, fieldOf: () => 'site_name', onDone })
  return (
    <AdminForm form={form} submit="Restore" busyText="Restoring..." onCancel={onCancel}>
      <Field name="site_name" label={`Type ${siteName} to confirm`} autoComplete="off" spellCheck={false} />
    </AdminForm>
  )
}

const pauseMs = 1000
/** A restart between two calls would not be noticed. */
const longestRestartMs = 15_000

/** Opens this page again once the service has restarted; a session that the backup doesn't have leads to the login. */
async function reopenOnceBack(): Promise<void> {
  const begun = performance.now()
  for (let wasAway = false; ; ) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const { ok } = await callEndpoint(readHealth, {})
    if (ok && (wasAway || performance.now() - begun > longestRestartMs)) break
    wasAway ||= !ok
  }
  window.location.assign('/admin/settings')
}
