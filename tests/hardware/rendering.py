"""A picture of solids from their STL: a plain renderer with a depth buffer."""

import io
import math

import numpy as np
from PIL import Image, ImageDraw, ImageFont

TURN, TILT = math.radians(-32), math.radians(52)
LIGHT = np.array([-0.35, -0.45, 0.82])
COLOUR = np.array([214, 196, 160])
SMOOTH = 2  # each pixel is the mean of this many in each direction


def view(stl: bytes, width: int, height: int, title: str) -> Image.Image:
    """Return a part seen from above and in front, as large as fits, with its title below."""
    import trimesh

    mesh = trimesh.load_mesh(io.BytesIO(stl), file_type="stl")
    points = (mesh.vertices - mesh.bounds.mean(axis=0)) @ _rotation().T
    low, high = points.min(axis=0), points.max(axis=0)
    wide, tall = width * SMOOTH, (height - 40) * SMOOTH
    scale = 0.9 * min(wide / (high[0] - low[0]), tall / (high[1] - low[1]))
    middle = (low + high) / 2
    x = wide / 2 + (points[:, 0] - middle[0]) * scale
    y = tall / 2 - (points[:, 1] - middle[1]) * scale
    shades = 0.35 + 0.65 * np.clip(mesh.face_normals @ (LIGHT / np.linalg.norm(LIGHT)), 0, 1)
    image = np.full((tall, wide, 3), 255.0)
    depth = np.full((tall, wide), -np.inf)
    for face, shade in zip(mesh.faces, shades, strict=True):
        _fill(image, depth, x[face], y[face], points[face, 2], COLOUR * shade)
    picture = Image.fromarray(image.astype(np.uint8)).resize((width, height - 40), Image.LANCZOS)
    sheet = Image.new("RGB", (width, height), "white")
    sheet.paste(picture, (0, 0))
    font = ImageFont.load_default(22)
    ImageDraw.Draw(sheet).text((width / 2, height - 22), title, "black", font, "mm")
    return sheet


def _rotation():
    c, s = math.cos(TURN), math.sin(TURN)
    about = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    c, s = math.cos(TILT), math.sin(TILT)
    return np.array([[1, 0, 0], [0, c, s], [0, -s, c]]) @ about


def _fill(image, depth, x, y, z, colour):
    """Paint a triangle where nothing is nearer."""
    left, right = max(0, int(x.min())), min(image.shape[1] - 1, int(x.max()) + 1)
    top, bottom = max(0, int(y.min())), min(image.shape[0] - 1, int(y.max()) + 1)
    whole = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])
    if abs(whole) < 1e-9 or left > right or top > bottom:
        return
    px, py = np.meshgrid(np.arange(left, right + 1) + 0.5, np.arange(top, bottom + 1) + 0.5)
    a = ((x[1] - px) * (y[2] - py) - (x[2] - px) * (y[1] - py)) / whole
    b = ((x[2] - px) * (y[0] - py) - (x[0] - px) * (y[2] - py)) / whole
    far = a * z[0] + b * z[1] + (1 - a - b) * z[2]
    area = (slice(top, bottom + 1), slice(left, right + 1))
    seen = (a >= 0) & (b >= 0) & (a + b <= 1) & (far > depth[area])
    depth[area][seen] = far[seen]
    image[area][seen] = colour
