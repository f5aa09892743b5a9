"""One zstd frame, written and read as a stream with every end checked.

A frame has a content size and a checksum. The stream readers of zstd libraries are silent when a
file ends early or goes on after the frame, so the block headers are walked first: the frame must
end exactly where the file does. The size is known, and bounded, before a byte is unpacked.
Compression always uses at least one worker: with none the bytes would be others.
Source: RFC 8878, sections 3.1.1 and 3.1.1.2.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import IO

import zstandard

from feltprint.errors import ArtifactError, ConfigError
from feltprint.plain_files import open_plain, replacing

MAGIC = b"\x28\xb5\x2f\xfd"
MAX_FRAME_HEADER = 18
MAX_BLOCK_BYTES = 128 << 10
MAX_WINDOW_BYTES = 128 << 20
CHECKSUM_BYTES = 4
MAX_LEVEL = 19
CHUNK_BYTES = 4 << 20  # of a file that is packed or unpacked whole
JOB_BYTES = 1 << 20  # of a worker: shapes the bytes, and bounds the memory of low levels


class FrameWriter:
    """Compress a stream of known size into a file; ``sha256`` is that of the bytes written."""

    def __init__(self, file: IO[bytes], size: int, *, level: int, threads: int) -> None:
        if threads < 1 or not 1 <= level <= MAX_LEVEL:
            raise ConfigError(
                f"zstd needs threads >= 1 and a level in 1..{MAX_LEVEL}; got threads={threads}, "
                f"level={level}"
            )
        parameters = zstandard.ZstdCompressionParameters.from_level(
            level,
            source_size=size,
            threads=threads,
            job_size=JOB_BYTES,
            write_checksum=True,
            write_content_size=True,
        )
        self._file = file
        self._stream = zstandard.ZstdCompressor(compression_params=parameters).compressobj(size)
        self._digest = hashlib.sha256()

    def write(self, data: bytes | memoryview) -> None:
        self._put(self._stream.compress(data))

    def close(self) -> None:
        self._put(self._stream.flush())

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()

    def _put(self, data: bytes) -> None:
        self._digest.update(data)
        self._file.write(data)


class FrameReader:
    """Unpack the one frame that a file must consist of.

    Raises ArtifactError at once for a file that is no such frame, is truncated, goes on after it,
    or declares more than ``max_bytes``; later for damaged blocks or a wrong checksum.
    """

    def __init__(self, file: IO[bytes], where: Path, max_bytes: int) -> None:
        self._where = where
        self.content_size = _check_frame(file, where, max_bytes)
        file.seek(0)
        decompressor = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW_BYTES)
        self._stream = decompressor.stream_reader(file, read_across_frames=False, closefd=False)

    def read(self, size: int) -> bytes:
        """Exactly ``size`` bytes."""
        data = bytearray(size)
        filled = 0
        while filled < size:
            filled += self.readinto(memoryview(data)[filled:])
        return bytes(data)

    def readinto(self, buffer: memoryview) -> int:
        """Fill the front of a buffer; the count is at least 1."""
        try:
            count = self._stream.readinto(buffer)
        except zstandard.ZstdError as error:
            raise _damaged(self._where, str(error)) from error
        if count < 1:
            raise _damaged(self._where, "it ends before its stated size")
        return count

    def finish(self) -> None:
        """Take the checksum in; refuse content beyond the stated size."""
        try:
            rest = self._stream.read(1)
        except zstandard.ZstdError as error:
            raise _damaged(self._where, str(error)) from error
        if rest:
            raise _damaged(self._where, "it holds more than its stated size")


def stated_size(path: str | os.PathLike[str], *, max_bytes: int) -> int:
    """Bytes of content that a frame states; its block headers can hold them.

    Raises ArtifactError, see ``FrameReader``.
    """
    where = Path(path)
    with open_plain(where) as file:
        return _check_frame(file, where, max_bytes)


def compress_file(
    path: str | os.PathLike[str], out_path: str | os.PathLike[str], *, level: int
) -> None:
    """Pack a plain file into one frame, atomically, by one worker."""
    with open_plain(Path(path)) as file, replacing(Path(out_path)) as out:
        writer = FrameWriter(out, os.fstat(file.fileno()).st_size, level=level, threads=1)
        while chunk := file.read(CHUNK_BYTES):
            writer.write(chunk)
        writer.close()


def unpack(
    path: str | os.PathLike[str], out_path: str | os.PathLike[str], *, max_bytes: int
) -> str:
    """Unpack a frame to a plain file, atomically; return the content's sha256.

    What the content means is not checked here. Raises ArtifactError, see ``FrameReader``.
    """
    where = Path(path)
    digest = hashlib.sha256()
    with open_plain(where) as file, replacing(Path(out_path)) as out:
        reader = FrameReader(file, where, max_bytes)
        left = reader.content_size
        chunk = memoryview(bytearray(min(left, CHUNK_BYTES)))
        while left:
            count = reader.readinto(chunk[: min(left, CHUNK_BYTES)])
            digest.update(chunk[:count])
            out.write(chunk[:count])
            left -= count
        reader.finish()
    return digest.hexdigest()


def _damaged(where: Path, why: str) -> ArtifactError:
    return ArtifactError(
        f"{where}: expected one whole zstd frame, found a damaged one ({why}); make it again"
    )


def _check_frame(file: IO[bytes], where: Path, max_bytes: int) -> int:
    """Walk the block headers; return the stated content size."""
    file_size = os.fstat(file.fileno()).st_size
    head = file.read(MAX_FRAME_HEADER)
    try:
        frame = zstandard.get_frame_parameters(head)
        offset = zstandard.frame_header_size(head)
    except zstandard.ZstdError as error:
        raise _damaged(where, str(error)) from error
    if not head.startswith(MAGIC) or not frame.has_checksum or frame.dict_id != 0:
        raise _damaged(where, "no checksum, a dictionary, or a skippable frame")
    if frame.content_size in (zstandard.CONTENTSIZE_UNKNOWN, zstandard.CONTENTSIZE_ERROR):
        raise _damaged(where, "no content size")
    if frame.content_size > max_bytes:
        raise ArtifactError(
            f"{where}: expected at most {max_bytes} bytes of content, found "
            f"{frame.content_size} declared; raise the limit if you trust the file"
        )
    most = 0
    last = False
    while not last:
        file.seek(offset)
        block = file.read(3)
        if len(block) < 3:
            raise _damaged(where, "it is truncated")
        word = int.from_bytes(block, "little")
        last, block_type, size = bool(word & 1), (word >> 1) & 3, word >> 3
        if block_type == 3 or size > MAX_BLOCK_BYTES:
            raise _damaged(where, f"a reserved block at byte {offset}")
        most += MAX_BLOCK_BYTES if block_type == 2 else size
        offset += 3 + (1 if block_type == 1 else size)
    if offset + CHECKSUM_BYTES != file_size:
        raise _damaged(where, f"its end is at byte {offset + CHECKSUM_BYTES} of {file_size}")
    if frame.content_size > most:
        raise _damaged(where, "its blocks cannot hold the stated size")
    return int(frame.content_size)
