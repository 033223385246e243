import { AdminGate } from '../../ui/AdminGate.tsx'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { BlogHeader } from './BlogHeader.tsx'
import { WritingRoom } from './WritingRoom.tsx'
import './admin-blog.css'

/** Where posts are written, changed and deleted. */
export function AdminBlog() {
  return (
    <CrashGuard>
      <AdminGate>
        <div className="admin-blog wrap">
          <BlogHeader />
          <WritingRoom />
        </div>
      </AdminGate>
    </CrashGuard>
  )
}
