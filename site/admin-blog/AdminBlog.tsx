import { $adminSession, checkAdminSession, logOutAdmin } from '../login/admin-session.ts'
import { AdminHeader } from '../login/AdminHeader.tsx'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { SessionGate } from '../login/SessionGate.tsx'
import { PostEditorPage } from './PostEditorPage.tsx'
import './admin-blog.css'

/** Where posts are written, changed and deleted. */
export function AdminBlog() {
  return (
    <CrashGuard>
      <SessionGate $session={$adminSession} check={checkAdminSession}>
        <div className="admin-blog wrap">
          <header>
            <AdminHeader title="Blog Admin" onLogOut={logOutAdmin}>
              <a className="button button--quiet" href="/admin">
                Back to the bridge
              </a>{' '}
              <a className="button button--quiet" href="/blog">
                View blog
              </a>
            </AdminHeader>
          </header>
          <PostEditorPage />
        </div>
      </SessionGate>
    </CrashGuard>
  )
}
